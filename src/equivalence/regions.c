/* One function: where its versions can be compared, and what lies between. Cuts are its entry, blocks that are the
   same, and loops; where the comparison fails because a variable is not the same at a cut, the cut is given up, and the
   regions before and behind it become one. A cut that its loop needs stays. */
#include <stdio.h>
#include <string.h>

#include "equivalence/inside.h"
#include "util/assert.h"
#include "util/mutate.h"

enum { MOST_ATTEMPTS = 60 };

struct region_cut {
  uint32_t block[2]; /* IR_NONE: given up */
  bool fixed;
  bool needed;            /* its region holds a change */
  struct outcome outcome; /* of its region */
  char *words;            /* of the outcome */
};

struct comparison {
  struct work *w;
  uint32_t function[2];
  const struct ir_function *f[2];
  struct cuts cuts;
  VEC(struct region_cut) list; /* by number */
  uint64_t *live[2];
  uint32_t words[2];
  uint32_t *match;   /* by old register: the new one */
  uint32_t *back;    /* by new register: the old one */
  uint8_t *stack[2]; /* by register: the address of one local */
  uint32_t dropped;  /* the cut that was given up last; IR_NONE */
};

/* ---- registers ---- */

static const char *name_of(const struct comparison *x, int side, uint32_t reg) {
  const struct ir_program *p = x->w->p[side];
  return ir_text(p, p->regs[x->f[side]->first_reg + reg].name);
}

static unsigned width_of(const struct comparison *x, int side, uint32_t reg) {
  return x->w->p[side]->regs[x->f[side]->first_reg + reg].width;
}

static void match_two(struct comparison *x, uint32_t old, uint32_t new) {
  if (x->match[old] != IR_NONE || x->back[new] != IR_NONE || width_of(x, OLD, old) != width_of(x, NEW, new)) return;
  x->match[old] = new;
  x->back[new] = old;
}

/* By the comparison of the versions, then by name. These are proposals: at a cut it is asked whether they are equal. */
static void match_registers(struct comparison *x) {
  uint32_t n = x->f[OLD]->nregs, m = x->f[NEW]->nregs;
  struct map names = {0};
  x->match = mem_alloc((n + 1) * sizeof *x->match);
  x->back = mem_alloc((m + 1) * sizeof *x->back);
  memset(x->match, 0xff, (n + 1) * sizeof *x->match);
  memset(x->back, 0xff, (m + 1) * sizeof *x->back);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = x->w->c[OLD]->reg[x->f[OLD]->first_reg + i];
    if (k != IR_NONE && k < m) match_two(x, i, k);
  }
  for (uint32_t k = 0; k < m; k++)
    if (*name_of(x, NEW, k)) map_put(&names, hash_bytes(name_of(x, NEW, k), strlen(name_of(x, NEW, k))), k);
  for (uint32_t i = 0, k; i < n; i++)
    if (*name_of(x, OLD, i) && map_get(&names, hash_bytes(name_of(x, OLD, i), strlen(name_of(x, OLD, i))), &k))
      match_two(x, i, k);
  map_free(&names);
}

/* Registers that hold the address of one stack object, and nothing else. */
static void find_locals(struct comparison *x, int side) {
  const struct ir_program *p = x->w->p[side];
  const struct ir_function *f = x->f[side];
  uint32_t *times = mem_zalloc((f->nregs + 1) * sizeof *times);
  x->stack[side] = mem_zalloc(f->nregs + 1);
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    for (uint32_t k = 0; k < ir_result_count(&p->ins[i]); k++) {
      times[p->ins[i].dst + k]++;
      x->stack[side][p->ins[i].dst + k] = p->ins[i].op == IR_ALLOCA;
    }
  for (uint32_t r = 0; r < f->nregs; r++) x->stack[side][r] &= times[r] == 1 && r >= f->nparams;
  free(times);
}

/* ---- cuts ---- */

static void add_cut(struct comparison *x, uint32_t old, uint32_t new, bool fixed) {
  uint32_t i = old - x->f[OLD]->first_block, k = new - x->f[NEW]->first_block;
  if (x->cuts.at[OLD][i] != IR_NONE || x->cuts.at[NEW][k] != IR_NONE) return;
  x->cuts.at[OLD][i] = x->cuts.at[NEW][k] = x->list.count;
  vec_push(&x->list, ((struct region_cut){.block = {old, new}, .fixed = fixed}));
}

static void set_cut(struct comparison *x, uint32_t cut, bool there) {
  for (int s = OLD; s <= NEW; s++)
    x->cuts.at[s][x->list.data[cut].block[s] - x->f[s]->first_block] = there ? cut : IR_NONE;
}

static bool has_cut(const struct comparison *x, uint32_t cut) {
  return x->cuts.at[OLD][x->list.data[cut].block[OLD] - x->f[OLD]->first_block] == cut;
}

/* Marks the blocks that a jump from below, or from themselves, leads to: of each loop there is one. */
static void find_loops(const struct comparison *x, int side, uint8_t *loop) {
  const struct ir_program *p = x->w->p[side];
  const struct ir_function *f = x->f[side];
  uint8_t *state = mem_zalloc(f->nblocks + 1); /* 1: on the stack, 2: done */
  uint32_t *next = mem_zalloc((f->nblocks + 1) * sizeof *next);
  VEC(uint32_t) stack = {0};
  vec_push(&stack, 0);
  state[0] = 1;
  while (stack.count) {
    uint32_t b = vec_last(&stack), to = liveness_successor(p, f->first_block + b, next[b]++);
    if (to == IR_NONE) {
      state[b] = 2;
      (void)vec_pop(&stack);
      continue;
    }
    to -= f->first_block;
    if (state[to] == 1) loop[to] = 1;
    if (state[to]) continue;
    state[to] = 1;
    vec_push(&stack, to);
  }
  vec_free(&stack);
  free(state);
  free(next);
}

/* The new block in which most of the matches of an old one are. */
static uint32_t likely_block(const struct comparison *x, uint32_t block) {
  const struct ir_program *p = x->w->p[OLD], *q = x->w->p[NEW];
  uint32_t best = IR_NONE, most = 0;
  for (uint32_t b = x->f[NEW]->first_block; b < x->f[NEW]->first_block + x->f[NEW]->nblocks; b++) {
    uint32_t count = 0, first = q->blocks[b].first, end = first + q->blocks[b].count;
    for (uint32_t i = p->blocks[block].first; i < p->blocks[block].first + p->blocks[block].count; i++) {
      uint32_t match = x->w->c[OLD]->ins[i];
      count += match != IR_NONE && match >= first && match < end;
    }
    if (count > most) most = count, best = b;
  }
  return best;
}

static void find_cuts(struct comparison *x) {
  uint8_t *loop[2];
  for (int s = OLD; s <= NEW; s++) {
    x->cuts.function[s] = x->function[s];
    x->cuts.at[s] = mem_alloc((x->f[s]->nblocks + 1) * sizeof *x->cuts.at[s]);
    memset(x->cuts.at[s], 0xff, (x->f[s]->nblocks + 1) * sizeof *x->cuts.at[s]);
    loop[s] = mem_zalloc(x->f[s]->nblocks + 1);
    find_loops(x, s, loop[s]);
  }
  add_cut(x, x->f[OLD]->first_block, x->f[NEW]->first_block, true);
  for (uint32_t i = 0; i < x->f[OLD]->nblocks; i++) {
    uint32_t b = x->f[OLD]->first_block + i, match = x->w->c[OLD]->block[b];
    if (match == IR_NONE && loop[OLD][i]) {
      match = likely_block(x, b);
      if (match != IR_NONE && !loop[NEW][match - x->f[NEW]->first_block]) match = IR_NONE;
    }
    if (match != IR_NONE) add_cut(x, b, match, false);
  }
  free(loop[OLD]);
  free(loop[NEW]);
}

/* Every block between the cut and the next ones, until `visit` has found one. */
typedef bool visit_block(const struct comparison *x, int side, uint32_t block);

static bool each_block(const struct comparison *x, int side, uint32_t cut, visit_block *visit) {
  const struct ir_program *p = x->w->p[side];
  uint8_t *seen = mem_zalloc(x->f[side]->nblocks + 1);
  VEC(uint32_t) todo = {0};
  bool found = false;
  vec_push(&todo, x->list.data[cut].block[side]);
  seen[vec_last(&todo) - x->f[side]->first_block] = 1;
  while (todo.count && !found) {
    uint32_t b = vec_pop(&todo);
    found = visit(x, side, b);
    for (uint32_t k = 0, to; (to = liveness_successor(p, b, k)) != IR_NONE; k++) {
      uint32_t i = to - x->f[side]->first_block;
      if (seen[i] || x->cuts.at[side][i] != IR_NONE) continue;
      seen[i] = 1;
      vec_push(&todo, to);
    }
  }
  vec_free(&todo);
  free(seen);
  return found;
}

/* Is it not the same in both versions? */
static bool is_changed(const struct comparison *x, int side, uint32_t block) {
  return x->w->c[side]->block[block] == IR_NONE;
}

/* ---- one region ---- */

static const uint64_t *live_at(const struct comparison *x, int side, uint32_t cut) {
  return x->live[side] + (size_t)(x->list.data[cut].block[side] - x->f[side]->first_block) * x->words[side];
}

static sym_id start_value(struct comparison *x, int side, uint32_t cut, uint32_t reg) {
  uint32_t other = side == OLD ? x->match[reg] : x->back[reg];
  bool both = other != IR_NONE && liveness_has(live_at(x, !side, cut), other);
  uint64_t key[3] = {cut, both && side == NEW ? other : reg, both ? 0 : 1u + (unsigned)side};
  char name[64];
  const char *text = name_of(x, side, reg);
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "."), text);
  sym_id value = variable_get(x->w, VARIABLE_REGISTER, key, width_of(x, side, reg), *name ? name : "a value before");
  if (x->stack[side][reg] && (!both || x->stack[!side][other])) variable_is_base(x->w, value, (struct base){0});
  return value;
}

/* What the old version gives its parameters, of those that both have. */
static void assume_arguments(struct comparison *x, struct path *path, uint32_t cut) {
  bool entry = x->list.data[cut].block[OLD] == x->f[OLD]->first_block;
  for (uint32_t r = 0; r < x->f[OLD]->nparams; r++) {
    uint32_t reg = path->side == OLD ? r : x->match[r];
    bool both = reg != IR_NONE && (path->side == OLD || entry || liveness_has(live_at(x, OLD, cut), r));
    sym_id value = both ? path->regs.data[reg] : 0;
    sym_id known = value ? arguments_known(x->w, x->w->arguments, x->function[OLD], r, value) : 0;
    if (known) path_assume(x->w, path, known);
  }
}

static struct path *start_path(struct comparison *x, int side, uint32_t cut) {
  struct path *path = mem_zalloc(sizeof *path);
  const struct ir_program *p = x->w->p[side];
  path->side = side;
  path->all = sym_const(x->w->sym, 1, 1);
  path->at = p->blocks[x->list.data[cut].block[side]].first;
  vec_push(&path->frames, ((struct frame){x->function[side], 0, IR_NONE}));
  for (uint32_t r = 0; r < x->f[side]->nregs; r++)
    vec_push(&path->regs, liveness_has(live_at(x, side, cut), r) ? start_value(x, side, cut, r) : 0);
  if (x->w->assuming) assume_arguments(x, path, cut);
  return path;
}

static struct compare_registers registers_at(void *context, uint32_t cut) {
  const struct comparison *x = context;
  return (struct compare_registers){
      .live = {live_at(x, OLD, cut), live_at(x, NEW, cut)}, .match = x->match, .count = x->f[OLD]->nregs};
}

static struct outcome compare_region(struct comparison *x, uint32_t cut) {
  struct work *w = x->w;
  path_list paths[2] = {{0}, {0}};
  const char *why = NULL;
  variables_forget(w);
  struct outcome o = {.verdict = EQUIVALENCE_UNDECIDED, .cut = IR_NONE};
  for (int s = OLD; s <= NEW; s++) memset(w->seen[s], 0, w->p[s]->nins);
  bool good = evaluate_paths(w, start_path(x, OLD, cut), &x->cuts, &paths[OLD], &why) &&
              evaluate_paths(w, start_path(x, NEW, cut), &x->cuts, &paths[NEW], &why);
  o.why = why;
  if (good) o = compare_paths(w, &paths[OLD], &paths[NEW], registers_at, x);
  for (int s = OLD; s <= NEW; s++) {
    for (uint32_t i = 0; i < paths[s].count; i++) path_free(paths[s].data[i]);
    vec_free(&paths[s]);
  }
  return o;
}

/* ---- all of them ---- */

/* Gives up the cut at which the outcome differs, or takes the last one back if that was no help. True: once more. */
static bool change_cuts(struct comparison *x, const struct outcome *o) {
  if (o->cut != IR_NONE && !x->list.data[o->cut].fixed) {
    set_cut(x, o->cut, false);
    x->dropped = o->cut;
    return true;
  }
  if (x->dropped == IR_NONE) return false;
  x->list.data[x->dropped].fixed = true;
  set_cut(x, x->dropped, true);
  x->dropped = IR_NONE;
  return true;
}

static bool mark_bad(const struct comparison *x, int side, uint32_t block) {
  const struct ir_block *b = &x->w->p[side]->blocks[block];
  memset(x->w->bad[side] + b->first, 1, b->count);
  return false;
}

static bool mark_compared(const struct comparison *x, int side, uint32_t block) {
  const struct ir_block *b = &x->w->p[side]->blocks[block];
  memset(x->w->compared[side] + b->first, 1, b->count);
  return false;
}

/* Where something was not understood, not all of the region was executed: all of it counts as not equivalent. */
static void mark(const struct comparison *x, uint32_t cut, bool good) {
  struct work *w = x->w;
  for (int s = OLD; s <= NEW; s++) {
    for (uint32_t i = 0; i < w->p[s]->nins; i++)
      if (w->seen[s][i]) (good ? w->good : w->bad)[s][i] = 1;
    if (!good && !MUTATED(EQUIVALENCE_PART)) each_block(x, s, cut, mark_bad);
    each_block(x, s, cut, mark_compared);
  }
}

/* False: the cuts have changed. */
static bool look_at_regions(struct comparison *x, bool last) {
  for (uint32_t cut = 0; cut < x->list.count; cut++) {
    struct region_cut *r = &x->list.data[cut];
    r->needed = has_cut(x, cut) && (each_block(x, OLD, cut, is_changed) || each_block(x, NEW, cut, is_changed));
    if (!r->needed) continue;
    r->outcome = compare_region(x, cut);
    if (r->outcome.verdict != EQUIVALENCE_PROVED && !last && change_cuts(x, &r->outcome)) return false;
    free(r->words);
    r->words = r->outcome.verdict == EQUIVALENCE_DIFFERS ? words_condition(x->w, r->outcome.when) : NULL;
    mark(x, cut, r->outcome.verdict == EQUIVALENCE_PROVED);
  }
  return true;
}

static char *describe(const struct region_cut *r) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (r->words) fprintf(out, "%s: ", r->words);
  fputs(r->outcome.why ? r->outcome.why : "nobody knows why", out);
  fclose(out);
  return text;
}

static void sum_up(struct comparison *x, struct equivalence_function *f) {
  const struct region_cut *worst = NULL;
  f->regions = f->regions_proved = 0;
  for (uint32_t cut = 0; cut < x->list.count; cut++) {
    const struct region_cut *r = &x->list.data[cut];
    if (!r->needed) continue;
    f->regions++;
    f->regions_proved += r->outcome.verdict == EQUIVALENCE_PROVED;
    if (r->outcome.verdict == EQUIVALENCE_PROVED) continue;
    if (!worst || (worst->outcome.verdict == EQUIVALENCE_UNDECIDED && r->outcome.verdict == EQUIVALENCE_DIFFERS))
      worst = r;
  }
  free(f->text);
  f->verdict = worst ? worst->outcome.verdict : EQUIVALENCE_PROVED;
  f->text = worst ? describe(worst) : NULL;
}

static void close(struct comparison *x) {
  for (int s = OLD; s <= NEW; s++) {
    free(x->cuts.at[s]);
    free(x->live[s]);
    free(x->stack[s]);
  }
  for (uint32_t i = 0; i < x->list.count; i++) free(x->list.data[i].words);
  vec_free(&x->list);
  free(x->match);
  free(x->back);
}

static void forget_marks(struct comparison *x) {
  for (int s = OLD; s <= NEW; s++) {
    memset(x->w->good[s] + x->f[s]->first_ins, 0, x->f[s]->nins);
    memset(x->w->bad[s] + x->f[s]->first_ins, 0, x->f[s]->nins);
    memset(x->w->compared[s] + x->f[s]->first_ins, 0, x->f[s]->nins);
  }
}

void regions_compare(struct work *w, struct equivalence_function *f) {
  struct comparison x = {.w = w, .function = {f->old, f->new}, .dropped = IR_NONE};
  for (int s = OLD; s <= NEW; s++) {
    x.f[s] = &w->p[s]->functions[x.function[s]];
    x.live[s] = liveness_find(w->p[s], x.function[s], &x.words[s]);
    find_locals(&x, s);
  }
  match_registers(&x);
  find_cuts(&x);
  for (unsigned attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    forget_marks(&x);
    if (look_at_regions(&x, attempt == MOST_ATTEMPTS)) break;
  }
  sum_up(&x, f);
  close(&x);
}
