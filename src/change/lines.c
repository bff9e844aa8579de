/* Makes rows of changed instructions: see the header.

   Which old line is which new line is decided by votes of the instructions on them that are matches; jumps, of which
   there are several on many lines, have less weight. */
#define _GNU_SOURCE
#include "change/lines.h"

#include <stdlib.h>
#include <string.h>

#include "change/inside.h"
#include "util/map.h"

const char *lines_kind_text(enum lines_kind kind) {
  static const char *const texts[] = {"deleted", "added", "modified"};
  return texts[kind];
}

static const struct ir_loc *loc_of(const struct ir_program *p, uint32_t ins) {
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  return loc->line ? loc : &p->locs[ir_function_of(p, ins)->loc];
}

void lines_place(const struct ir_program *p, uint32_t ins, const char **file, uint32_t *line) {
  const struct ir_loc *loc = loc_of(p, ins);
  *file = ir_text(p, loc->file);
  *line = loc->line;
}

/* ---- lines of one function ---- */

/* A line of one version. */
struct line {
  uint32_t file, line;
  uint32_t ins; /* the first changed instruction on it, one with a match if there is one; IR_NONE: nothing changed */
  uint32_t best, weight; /* line of the other version it is, IR_NONE if none; the votes for it */
  bool derived;          /* see lines_row */
};

struct side_lines {
  const struct ir_program *p;
  const struct change_side *c;
  const struct ir_function *f; /* NULL: the function does not exist here */
  struct map by_place;
  VEC(struct line) list;
};

struct work {
  struct side_lines side[2];
};

static uint32_t line_of(struct side_lines *s, uint32_t ins) {
  const struct ir_loc *loc = loc_of(s->p, ins);
  uint64_t key = (uint64_t)loc->file << 32 | loc->line;
  uint32_t at;
  if (map_get(&s->by_place, key, &at)) return at;
  map_put(&s->by_place, key, at = s->list.count);
  vec_push(&s->list, ((struct line){loc->file, loc->line, IR_NONE, IR_NONE, 0, true}));
  return at;
}

/* ---- what is a change by itself ---- */

static bool same_constant(const struct change_side *c, const struct ir_const *a, const struct ir_const *b) {
  if (a->kind != b->kind || a->width != b->width || (a->kind != IR_CONST_FUNC && a->value != b->value)) return false;
  if (a->kind == IR_CONST_INT) return true;
  return (a->kind == IR_CONST_FUNC ? c->function : c->global)[a->symbol] == b->symbol;
}

/* Do the two differ in registers and targets only? Seen from one side. */
static bool differ_in_registers(const struct change_side *c, const struct change_side *d, const struct ir_ins *i,
                                const struct ir_ins *j) {
  if (i->op != j->op || i->width != j->width || i->flags != j->flags || operand_count(i) != operand_count(j))
    return false;
  for (uint32_t k = 0, n = operand_count(i); k < n; k++) {
    struct operand a = operand_at(c->program, i, k), b = operand_at(d->program, j, k);
    if (a.kind == 'i' && a.value != b.value) return false;
    if (a.kind == 'f' && c->function[a.value] != (uint32_t)b.value) return false;
    if (a.kind == 'g' && c->global[a.value] != (uint32_t)b.value) return false;
    if (a.kind != 'v' || !ir_is_const(a.value)) continue;
    if (!ir_is_const(b.value)) return false;
    const struct ir_const *x = &c->program->consts[ir_const_index(a.value)],
                          *y = &d->program->consts[ir_const_index(b.value)];
    if (!same_constant(c, x, y)) return false;
  }
  return true;
}

static bool is_derived(const struct change_side *c, const struct change_side *d, uint32_t ins) {
  const struct ir_ins *i = &c->program->ins[ins];
  if (c->ins[ins] == IR_NONE) return i->op == IR_MOV || i->op == IR_BR || i->op == IR_UNDEF;
  return differ_in_registers(c, d, i, &d->program->ins[c->ins[ins]]);
}

/* `alone`: the function is in this version only, so nothing in it follows from something else. */
static void note_changes(struct side_lines *s, const struct change_side *other, bool alone) {
  vec_reserve(&s->list, 1);
  for (uint32_t i = s->f ? s->f->first_ins : 0, end = s->f ? i + s->f->nins : 0; i < end; i++) {
    uint32_t at = line_of(s, i);
    struct line *line = &s->list.data[at];
    if (s->c->status[i] == CHANGE_SAME) continue;
    line->derived = line->derived && !alone && is_derived(s->c, other, i);
    if (line->ins == IR_NONE || (s->c->ins[line->ins] == IR_NONE && s->c->ins[i] != IR_NONE)) line->ins = i;
  }
}

static void count_vote(struct line *line, uint32_t other, uint32_t votes) {
  if (votes <= line->weight) return;
  line->weight = votes;
  line->best = other;
}

static void vote(struct work *w) {
  struct side_lines *old = &w->side[OLD], *new = &w->side[NEW];
  struct map votes = {0};
  for (uint32_t i = old->f->first_ins; i < old->f->first_ins + old->f->nins; i++) {
    uint32_t j = old->c->ins[i], count = 0;
    if (j == IR_NONE) continue;
    uint32_t a = line_of(old, i), b = line_of(new, j);
    uint64_t key = (uint64_t)a << 32 | b;
    map_get(&votes, key, &count);
    count += is_jump(&old->p->ins[i]) || !old->p->ins[i].loc ? 1 : 8;
    map_put(&votes, key, count);
    count_vote(&old->list.data[a], b, count);
    count_vote(&new->list.data[b], a, count);
  }
  map_free(&votes);
}

/* ---- rows ---- */

/* A row with what it is sorted by: the new line it stands at; deleted lines behind the one they followed. */
struct sortable {
  struct lines_row row;
  uint32_t at, rank;
};
typedef VEC(struct sortable) row_list;

static void fill_place(struct lines_row *row, int s, const struct side_lines *side, const struct line *line) {
  row->file[s] = ir_text(side->p, line->file);
  row->line[s] = line->line;
}

static void fill_ins(struct lines_row *row, const struct work *w, int s, uint32_t ins) {
  row->ins[s] = ins;
  if (ins != IR_NONE && row->ins[!s] == IR_NONE) row->ins[!s] = w->side[s].c->ins[ins];
}

static struct lines_row empty_row(enum lines_kind kind) {
  return (struct lines_row){.kind = kind, .file = {"", ""}, .ins = {IR_NONE, IR_NONE}};
}

static void push_modified(struct work *w, row_list *rows, uint32_t old, uint32_t new) {
  struct lines_row row = empty_row(LINES_MODIFIED);
  const struct line *a = &w->side[OLD].list.data[old], *b = &w->side[NEW].list.data[new];
  fill_place(&row, OLD, &w->side[OLD], a);
  fill_place(&row, NEW, &w->side[NEW], b);
  row.derived = a->derived && b->derived;
  fill_ins(&row, w, OLD, a->ins);
  if (b->ins != IR_NONE && (row.ins[NEW] == IR_NONE || w->side[NEW].c->ins[b->ins] != IR_NONE)) {
    row.ins[OLD] = IR_NONE;
    fill_ins(&row, w, NEW, b->ins);
    if (row.ins[OLD] == IR_NONE) row.ins[OLD] = a->ins;
  }
  vec_push(rows, ((struct sortable){row, b->line, 1}));
}

static void push_alone(struct work *w, row_list *rows, int s, uint32_t line, uint32_t at, uint32_t rank) {
  struct lines_row row = empty_row(s == OLD ? LINES_DELETED : LINES_ADDED);
  const struct line *l = &w->side[s].list.data[line];
  fill_place(&row, s, &w->side[s], l);
  row.derived = l->derived;
  fill_ins(&row, w, s, l->ins);
  vec_push(rows, ((struct sortable){row, at, rank}));
}

/* Lines are one row if each is what the other became. */
static void make_rows(struct work *w, row_list *rows) {
  struct side_lines *old = &w->side[OLD], *new = &w->side[NEW];
  uint32_t at = 0; /* line of the new version that the last old line is */
  for (uint32_t i = 0; i < old->list.count; i++) {
    const struct line *line = &old->list.data[i];
    bool mutual = line->best != IR_NONE && new->list.data[line->best].best == i;
    if (mutual) at = new->list.data[line->best].line;
    if (mutual && (line->ins != IR_NONE || new->list.data[line->best].ins != IR_NONE))
      push_modified(w, rows, i, line->best);
    else if (line->ins != IR_NONE) push_alone(w, rows, OLD, i, at, 2);
  }
  for (uint32_t j = 0; j < new->list.count; j++) {
    const struct line *line = &new->list.data[j];
    bool mutual = line->best != IR_NONE && old->list.data[line->best].best == j;
    if (line->ins != IR_NONE && !mutual) push_alone(w, rows, NEW, j, line->line, 1);
  }
}

static int by_place(const void *a, const void *b) {
  const struct sortable *x = a, *y = b;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  return x->row.line[OLD] < y->row.line[OLD] ? -1 : x->row.line[OLD] > y->row.line[OLD];
}

static void collect_rows(struct lines_function *to, struct work *w) {
  row_list rows = {0};
  bool both = w->side[OLD].f && w->side[NEW].f;
  note_changes(&w->side[OLD], w->side[NEW].c, !both);
  note_changes(&w->side[NEW], w->side[OLD].c, !both);
  if (both) vote(w);
  make_rows(w, &rows);
  if (rows.count) qsort(rows.data, rows.count, sizeof *rows.data, by_place);
  for (uint32_t i = 0; i < rows.count; i++) vec_push(&to->rows, rows.data[i].row);
  vec_free(&rows);
}

/* ---- names ---- */

/* The name of a variable without what the compiler appends: "x.0" and "x.addr" are x. */
static uint32_t variable_length(const char *name) { return (uint32_t)strcspn(name, "."); }

static void add_local(struct lines_function *to, const char *old, const char *new) {
  if (!*old || !*new) return;
  uint32_t n = variable_length(old);
  if (n == variable_length(new) && !strncmp(old, new, n)) return;
  for (uint32_t i = 0; i < to->locals.count; i++)
    if (variable_length(to->locals.data[i].name[OLD]) == n && !strncmp(to->locals.data[i].name[OLD], old, n)) return;
  vec_push(&to->locals, ((struct lines_name){{old, new}}));
}

/* Registers of variables are parameters and those that are written on several ways, which are called "x.0"; others are
   named after what computes them. */
static bool is_variable(const struct ir_function *f, uint32_t reg, const char *name) {
  return reg < f->nparams || (strchr(name, '.') && name[match_base_length(name)] == '.');
}

static void collect_locals(struct lines_function *to, struct work *w) {
  const struct side_lines *old = &w->side[OLD], *new = &w->side[NEW];
  for (uint32_t r = 0; r < old->f->nregs; r++) {
    uint32_t match = old->c->reg[old->f->first_reg + r];
    if (match == IR_NONE) continue;
    const char *a = ir_text(old->p, old->p->regs[old->f->first_reg + r].name);
    const char *b = ir_text(new->p, new->p->regs[new->f->first_reg + match].name);
    if (is_variable(old->f, r, a) && is_variable(new->f, match, b)) add_local(to, a, b);
  }
  for (uint32_t i = old->f->first_ins; i < old->f->first_ins + old->f->nins; i++) {
    uint32_t j = old->c->ins[i];
    if (j == IR_NONE || old->p->ins[i].op != IR_ALLOCA || new->p->ins[j].op != IR_ALLOCA) continue;
    add_local(to, ir_text(old->p, (uint32_t)old->p->ins[i].c), ir_text(new->p, (uint32_t)new->p->ins[j].c));
  }
}

static bool differ(const char *a, const char *b) {
  uint32_t n = match_base_length(a);
  return n != match_base_length(b) || strncmp(a, b, n);
}

/* ---- all of it ---- */

static void collect_function(struct lines *lines, const struct change *change, uint32_t old, uint32_t new) {
  struct work w = {{{.p = change->old.program, .c = &change->old}, {.p = change->new.program, .c = &change->new}}};
  struct lines_function f = {.function = {old, new}};
  if (old != IR_NONE) w.side[OLD].f = &w.side[OLD].p->functions[old];
  if (new != IR_NONE) w.side[NEW].f = &w.side[NEW].p->functions[new];
  collect_rows(&f, &w);
  if (w.side[OLD].f && w.side[NEW].f) {
    f.renamed = differ(ir_text(w.side[OLD].p, w.side[OLD].f->name), ir_text(w.side[NEW].p, w.side[NEW].f->name));
    collect_locals(&f, &w);
  }
  for (int s = OLD; s <= NEW; s++) {
    map_free(&w.side[s].by_place);
    vec_free(&w.side[s].list);
  }
  if (f.rows.count || f.renamed || f.locals.count) vec_push(&lines->functions, f);
}

static bool is_own(const struct ir_function *f) { return f->nins && !(f->flags & IR_FN_LIBRARY); }

static int by_line(const void *a, const void *b, void *program) {
  const struct lines_function *f = a, *g = b;
  const struct ir_program *p = program;
  if (f->function[NEW] == IR_NONE || g->function[NEW] == IR_NONE)
    return (f->function[NEW] == IR_NONE) - (g->function[NEW] == IR_NONE);
  const struct ir_loc *x = &p->locs[p->functions[f->function[NEW]].loc],
                      *y = &p->locs[p->functions[g->function[NEW]].loc];
  int files = strcmp(ir_text(p, x->file), ir_text(p, y->file));
  return files ? files : x->line < y->line ? -1 : x->line > y->line;
}

static void collect_functions(struct lines *lines, const struct change *change) {
  const struct ir_program *old = change->old.program, *new = change->new.program;
  for (uint32_t f = 0; f < new->nfunctions; f++) {
    uint32_t match = change->new.function[f];
    if (match != IR_NONE && !old->functions[match].nins) match = IR_NONE;
    if (is_own(&new->functions[f])) collect_function(lines, change, match, f);
  }
  for (uint32_t f = 0; f < old->nfunctions; f++) {
    uint32_t match = change->old.function[f];
    if (is_own(&old->functions[f]) && (match == IR_NONE || !new->functions[match].nins))
      collect_function(lines, change, f, IR_NONE);
  }
  if (lines->functions.count)
    qsort_r(lines->functions.data, lines->functions.count, sizeof *lines->functions.data, by_line, (void *)new);
}

/* Literals and initialisers of locals: what they hold shows in the lines that use them. */
static bool is_shown(const struct ir_program *p, const struct ir_global *g) {
  const char *name = ir_text(p, g->name);
  return !(g->flags & IR_GLOBAL_LIBRARY) && *name && *name != '.' && strncmp(name, "__", 2) != 0;
}

static void collect_globals(struct lines *lines, const struct change *change) {
  const struct ir_program *old = change->old.program, *new = change->new.program;
  for (uint32_t g = 0; g < new->nglobals; g++) {
    uint32_t match = change->new.global[g];
    struct lines_global row = {.global = {match, g}};
    if (!is_shown(new, &new->globals[g])) continue;
    if (match != IR_NONE) {
      row.renamed = differ(ir_text(old, old->globals[match].name), ir_text(new, new->globals[g].name));
      row.changed = change->new.global_changed[g];
    }
    if (match == IR_NONE || row.renamed || row.changed) vec_push(&lines->globals, row);
  }
  for (uint32_t g = 0; g < old->nglobals; g++)
    if (change->old.global[g] == IR_NONE && is_shown(old, &old->globals[g]))
      vec_push(&lines->globals, ((struct lines_global){.global = {g, IR_NONE}}));
}

void lines_collect(struct lines *lines, const struct change *change) {
  *lines = (struct lines){0};
  collect_functions(lines, change);
  collect_globals(lines, change);
}

void lines_free(struct lines *lines) {
  for (uint32_t i = 0; i < lines->functions.count; i++) {
    vec_free(&lines->functions.data[i].rows);
    vec_free(&lines->functions.data[i].locals);
  }
  vec_free(&lines->functions);
  vec_free(&lines->globals);
}
