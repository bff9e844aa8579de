/* Matches of what has another name in the new version.

   Functions that have a match are laid side by side: where one mentions a symbol without match and the other
   mentions another one at the same place, that is a vote for the two. A global is accepted as renamed if it also looks
   the same (size, flags, contents), a function if its body is similar. Then equal bodies, and at the end similar ones,
   are matches without votes. Each new pair of functions brings new votes, so this is repeated as long as it finds
   something.

   External functions and those with a meaning of their own for the interpreter are known by their name alone. */
#include <stdlib.h>
#include <string.h>

#include "change/inside.h"
#include "static/static.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

enum {
  REPEAT = 6,
  CANDIDATES = 200 /* looked at for one function */,
  SMALL = 4 /* instructions: only equal bodies count */
};

struct vote {
  uint32_t old, new, count;
};

struct votes {
  struct map by_pair;
  VEC(struct vote) list;
};

/* A function's body as a sorted list of keys, made when it is first needed. */
struct bag {
  uint64_t *keys;
  uint64_t whole; /* hash of the keys in order */
};

struct renames {
  struct match *m;
  struct votes functions, globals;
  struct bag *bags[2]; /* by function; of the current round */
};

/* ---- votes ---- */

static void cast(struct votes *v, uint32_t old, uint32_t new) {
  uint64_t key = (uint64_t)old << 32 | new;
  uint32_t at;
  vec_reserve(&v->list, 1);
  if (!map_get(&v->by_pair, key, &at)) {
    map_put(&v->by_pair, key, at = v->list.count);
    vec_push(&v->list, ((struct vote){old, new, 0}));
  }
  v->list.data[at].count++;
}

static void vote_function(struct renames *r, uint32_t old, uint32_t new) {
  if (r->m->side[OLD]->function[old] == IR_NONE && r->m->side[NEW]->function[new] == IR_NONE)
    cast(&r->functions, old, new);
}

static void vote_symbol(struct renames *r, uint32_t kind, uint32_t old, uint32_t new) {
  if (kind == IR_CONST_FUNC) vote_function(r, old, new);
  else if (r->m->side[OLD]->global[old] == IR_NONE && r->m->side[NEW]->global[new] == IR_NONE)
    cast(&r->globals, old, new);
}

static void vote_operand(struct renames *r, struct operand a, struct operand b) {
  const struct ir_program *p = r->m->p[OLD], *q = r->m->p[NEW];
  if (a.kind != b.kind) return;
  if (a.kind == 'f') vote_function(r, (uint32_t)a.value, (uint32_t)b.value);
  if (a.kind == 'g') vote_symbol(r, IR_CONST_GLOBAL, (uint32_t)a.value, (uint32_t)b.value);
  if (a.kind != 'v' || !ir_is_const(a.value) || !ir_is_const(b.value)) return;
  const struct ir_const *c = &p->consts[ir_const_index(a.value)], *d = &q->consts[ir_const_index(b.value)];
  if (c->kind == d->kind && c->kind != IR_CONST_INT) vote_symbol(r, c->kind, c->symbol, d->symbol);
}

static void vote_instructions(struct renames *r, const struct ir_ins *i, const struct ir_ins *j) {
  if (i->op != j->op || operand_count(i) != operand_count(j)) return;
  for (uint32_t k = 0, n = operand_count(i); k < n; k++)
    vote_operand(r, operand_at(r->m->p[OLD], i, k), operand_at(r->m->p[NEW], j, k));
}

static void vote_bodies(struct renames *r, uint32_t old, uint32_t new) {
  struct match *m = r->m;
  const struct ir_function *f = &m->p[OLD]->functions[old], *g = &m->p[NEW]->functions[new];
  uint64_t *a = mem_alloc((f->nins + 1) * sizeof *a), *b = mem_alloc((g->nins + 1) * sizeof *b);
  uint32_t *to = mem_alloc((f->nins + 1) * sizeof *to);
  for (uint32_t i = 0; i < f->nins; i++) to[i] = IR_NONE;
  for (int by = MATCH_LOCAL; by >= MATCH_KIND; by--) {
    match_keys(m, OLD, old, (enum match_level)by, a);
    match_keys(m, NEW, new, (enum match_level)by, b);
    match_sequence(a, f->nins, b, g->nins, to);
  }
  for (uint32_t i = 0; i < f->nins; i++)
    if (to[i] != IR_NONE)
      vote_instructions(r, &m->p[OLD]->ins[f->first_ins + i], &m->p[NEW]->ins[g->first_ins + to[i]]);
  free(a);
  free(b);
  free(to);
}

static void vote_contents(struct renames *r, const struct ir_global *old, const struct ir_global *new) {
  for (uint32_t i = 0; i < old->nrelocs && i < new->nrelocs; i++) {
    const struct ir_reloc *a = &r->m->p[OLD]->relocs[old->first_reloc + i],
                          *b = &r->m->p[NEW]->relocs[new->first_reloc + i];
    if (a->kind == b->kind && a->offset == b->offset) vote_symbol(r, a->kind, a->symbol, b->symbol);
  }
}

static bool is_open(const struct match *m, int s, uint32_t kind, uint32_t symbol) {
  return (kind == IR_CONST_FUNC ? m->side[s]->function : m->side[s]->global)[symbol] == IR_NONE;
}

/* Does the body mention a symbol without match? */
static bool mentions_open(const struct match *m, int s, uint32_t function) {
  const struct ir_program *p = m->p[s];
  const struct ir_function *f = &p->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    for (uint32_t k = 0, n = operand_count(&p->ins[i]); k < n; k++) {
      struct operand o = operand_at(p, &p->ins[i], k);
      if (o.kind == 'f' && is_open(m, s, IR_CONST_FUNC, (uint32_t)o.value)) return true;
      if (o.kind == 'g' && is_open(m, s, IR_CONST_GLOBAL, (uint32_t)o.value)) return true;
      if (o.kind != 'v' || !ir_is_const(o.value)) continue;
      const struct ir_const *c = &p->consts[ir_const_index(o.value)];
      if (c->kind != IR_CONST_INT && is_open(m, s, c->kind, c->symbol)) return true;
    }
  }
  return false;
}

static void collect_votes(struct renames *r) {
  struct match *m = r->m;
  for (uint32_t f = 0; f < m->p[OLD]->nfunctions; f++) {
    uint32_t match = m->side[OLD]->function[f];
    if (match == IR_NONE || !m->p[OLD]->functions[f].nins || !m->p[NEW]->functions[match].nins) continue;
    if (mentions_open(m, OLD, f) && mentions_open(m, NEW, match)) vote_bodies(r, f, match);
  }
  for (uint32_t g = 0; g < m->p[OLD]->nglobals; g++) {
    uint32_t match = m->side[OLD]->global[g];
    if (match != IR_NONE) vote_contents(r, &m->p[OLD]->globals[g], &m->p[NEW]->globals[match]);
  }
}

static int by_count(const void *a, const void *b) {
  const struct vote *x = a, *y = b;
  if (x->count != y->count) return x->count > y->count ? -1 : 1;
  if (x->old != y->old) return x->old < y->old ? -1 : 1;
  return x->new < y->new ? -1 : x->new > y->new;
}

static void sort_votes(struct votes *v) {
  if (v->list.count) qsort(v->list.data, v->list.count, sizeof *v->list.data, by_count);
}

static void free_votes(struct votes *v) {
  map_free(&v->by_pair);
  vec_free(&v->list);
  *v = (struct votes){0};
}

/* ---- bodies ---- */

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static const struct bag *bag_of(struct renames *r, int s, uint32_t f) {
  struct bag *bag = &r->bags[s][f];
  uint32_t n = r->m->p[s]->functions[f].nins;
  if (bag->keys) return bag;
  bag->keys = mem_alloc((n + 1) * sizeof *bag->keys);
  match_keys(r->m, s, f, MATCH_LOCAL, bag->keys);
  bag->whole = hash_join(n, r->m->p[s]->functions[f].nparams);
  for (uint32_t i = 0; i < n; i++) bag->whole = hash_join(bag->whole, bag->keys[i]);
  qsort(bag->keys, n, sizeof *bag->keys, by_value);
  return bag;
}

static void free_bags(struct renames *r) {
  for (int s = OLD; s <= NEW; s++) {
    for (uint32_t f = 0; f < r->m->p[s]->nfunctions; f++) free(r->bags[s][f].keys);
    free(r->bags[s]);
    r->bags[s] = NULL;
  }
}

static void new_bags(struct renames *r) {
  for (int s = OLD; s <= NEW; s++) r->bags[s] = mem_zalloc((r->m->p[s]->nfunctions + 1) * sizeof *r->bags[s]);
}

/* How much of two bodies is alike, from 0 to 100. */
static uint32_t likeness(struct renames *r, uint32_t old, uint32_t new) {
  const struct bag *a = bag_of(r, OLD, old), *b = bag_of(r, NEW, new);
  uint32_t n = r->m->p[OLD]->functions[old].nins, k = r->m->p[NEW]->functions[new].nins, common = 0;
  if (a->whole == b->whole) return 100;
  if (n < SMALL || k < SMALL) return 0;
  for (uint32_t i = 0, j = 0; i < n && j < k;) {
    if (a->keys[i] == b->keys[j]) common++, i++, j++;
    else if (a->keys[i] < b->keys[j]) i++;
    else j++;
  }
  return (uint32_t)((uint64_t)common * 198 / (n + k)); /* below 100 unless equal in order too */
}

/* May the function have another name? */
static bool may_be_renamed(const struct match *m, int s, uint32_t f) {
  const struct ir_function *function = &m->p[s]->functions[f];
  if (m->side[s]->function[f] != IR_NONE || !(function->flags & IR_FN_DEFINED)) return false;
  return !ir_function_is_hook(m->p[s], f) && !static_knows_function(ir_text(m->p[s], function->name)) &&
         f != m->p[s]->entry;
}

static bool may_match(const struct match *m, uint32_t old, uint32_t new) {
  if (!may_be_renamed(m, OLD, old) || !may_be_renamed(m, NEW, new)) return false;
  return (m->p[OLD]->functions[old].flags & IR_FN_LIBRARY) == (m->p[NEW]->functions[new].flags & IR_FN_LIBRARY);
}

/* ---- accepting ---- */

static bool accept_globals(struct renames *r) {
  struct match *m = r->m;
  bool found = false;
  sort_votes(&r->globals);
  for (uint32_t i = 0; i < r->globals.list.count; i++) {
    struct vote v = r->globals.list.data[i];
    if (m->side[OLD]->global[v.old] != IR_NONE || m->side[NEW]->global[v.new] != IR_NONE) continue;
    if (m->contents[OLD][v.old] != m->contents[NEW][v.new] || m->literal[OLD][v.old] != m->literal[NEW][v.new])
      continue;
    if (m->p[OLD]->globals[v.old].flags & IR_GLOBAL_EXTERN) continue;
    match_pair(m->side[OLD]->global, m->side[NEW]->global, v.old, v.new);
    found = true;
  }
  return found;
}

static bool accept_functions(struct renames *r) {
  struct match *m = r->m;
  bool found = false;
  sort_votes(&r->functions);
  for (uint32_t i = 0; i < r->functions.list.count; i++) {
    struct vote v = r->functions.list.data[i];
    if (!may_match(m, v.old, v.new) || likeness(r, v.old, v.new) < 50) continue;
    match_pair(m->side[OLD]->function, m->side[NEW]->function, v.old, v.new);
    found = true;
  }
  return found;
}

/* Candidates without votes, the most similar first; `least` likeness. */
static void find_similar(struct renames *r, uint32_t least, struct votes *found) {
  struct match *m = r->m;
  VEC(uint32_t) new = {0};
  for (uint32_t g = 0; g < m->p[NEW]->nfunctions; g++)
    if (may_be_renamed(m, NEW, g)) vec_push(&new, g);
  for (uint32_t f = 0; f < m->p[OLD]->nfunctions && new.count; f++) {
    if (!may_be_renamed(m, OLD, f)) continue;
    uint32_t n = m->p[OLD]->functions[f].nins, seen = 0;
    for (uint32_t i = 0; i < new.count &&seen < CANDIDATES; i++) {
      uint32_t k = m->p[NEW]->functions[new.data[i]].nins;
      if (k > 3 * n || n > 3 * k || !may_match(m, f, new.data[i])) continue;
      seen++;
      uint32_t like = likeness(r, f, new.data[i]);
      if (like >= least) vec_push(&found->list, ((struct vote){f, new.data[i], like}));
    }
  }
  vec_free(&new);
}

static bool accept_similar(struct renames *r, uint32_t least) {
  struct match *m = r->m;
  struct votes similar = {0};
  bool found = false;
  find_similar(r, least, &similar);
  sort_votes(&similar);
  for (uint32_t i = 0; i < similar.list.count; i++) {
    struct vote v = similar.list.data[i];
    if (!may_match(m, v.old, v.new)) continue;
    match_pair(m->side[OLD]->function, m->side[NEW]->function, v.old, v.new);
    found = true;
  }
  free_votes(&similar);
  return found;
}

static bool some_open(const struct match *m, int s) {
  for (uint32_t f = 0; f < m->p[s]->nfunctions; f++)
    if (m->side[s]->function[f] == IR_NONE) return true;
  for (uint32_t g = 0; g < m->p[s]->nglobals; g++)
    if (m->side[s]->global[g] == IR_NONE) return true;
  return false;
}

void match_renames(struct match *m) {
  struct renames r = {.m = m};
  bool found = true;
  for (int round = 0; round < REPEAT && found && some_open(m, OLD) && some_open(m, NEW); round++) {
    new_bags(&r);
    collect_votes(&r);
    found = accept_globals(&r);
    found |= accept_functions(&r);
    if (!found) found = accept_similar(&r, 100) || accept_similar(&r, 65);
    free_votes(&r.functions);
    free_votes(&r.globals);
    free_bags(&r);
  }
}
