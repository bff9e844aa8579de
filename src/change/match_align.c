/* Matches inside a pair of functions: instructions in order by their keys, the most telling keys first; registers by
   the instructions that write them, parameters by position.

   Matches of instructions keep their order in the whole function, in the order of the IR or in that of the source.
   That is more than a proposal: it is what makes two statements that changed places a change (docs/change.md). */
#include <stdlib.h>

#include "change/inside.h"
#include "util/mem.h"

/* An order of a function's blocks, as the list of its instructions. The IR has blocks in an order that a jump more or
   less upsets; the source has them as they were written. Neither is always the better one: both are tried. */
enum order { BY_NUMBER, BY_SOURCE };

struct place {
  uint32_t block, line, column;
};

static int by_place(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

/* Where a block begins in the source; one without any place stands behind the one before it. */
static struct place place_of(const struct ir_program *p, uint32_t block, struct place before) {
  const struct ir_block *b = &p->blocks[block];
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    const struct ir_loc *loc = &p->locs[p->ins[i].loc];
    if (loc->line) return (struct place){block, loc->line, loc->column};
  }
  return (struct place){block, before.line, before.column};
}

/* list[k]: the instruction, counted from the function's first, that comes k-th. */
static void list_instructions(const struct ir_program *p, const struct ir_function *f, enum order order,
                              uint32_t *list) {
  struct place *places = mem_alloc((f->nblocks + 1) * sizeof *places), before = {0};
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->nblocks; b++) before = places[b] = place_of(p, f->first_block + b, before);
  if (order == BY_SOURCE) qsort(places + 1, f->nblocks - 1, sizeof *places, by_place); /* the entry stays the first */
  for (uint32_t b = 0; b < f->nblocks; b++) {
    const struct ir_block *block = &p->blocks[places[b].block];
    for (uint32_t k = 0; k < block->count; k++) list[n++] = block->first + k - f->first_ins;
  }
  free(places);
}

/* A proposal: for each old instruction its match or IR_NONE, and the level of the keys that paired them plus one. */
struct proposal {
  uint32_t *to;
  uint8_t *level;
  uint32_t good; /* pairs by more than the kind of operation */
};

/* The lists of both sides in one order, and scratch space for keys in that order. */
struct listed {
  uint32_t *list[2], n[2];
  uint64_t *keys[2], *sorted[2];
  uint32_t *to; /* from position to position */
};

static void pair_level(struct match *m, const uint32_t *function, struct listed *x, enum match_level level) {
  for (int s = OLD; s <= NEW; s++) {
    match_keys(m, s, function[s], level, x->keys[s]);
    for (uint32_t k = 0; k < x->n[s]; k++) x->sorted[s][k] = x->keys[s][x->list[s][k]];
  }
  match_sequence(x->sorted[OLD], x->n[OLD], x->sorted[NEW], x->n[NEW], x->to);
}

static struct proposal propose(struct match *m, uint32_t old, enum order order) {
  uint32_t function[2] = {old, m->side[OLD]->function[old]};
  struct listed x;
  for (int s = OLD; s <= NEW; s++) {
    const struct ir_function *f = &m->p[s]->functions[function[s]];
    x.n[s] = f->nins;
    x.list[s] = mem_alloc((f->nins + 1) * sizeof *x.list[s]);
    x.keys[s] = mem_alloc(2 * ((size_t)f->nins + 1) * sizeof *x.keys[s]);
    x.sorted[s] = x.keys[s] + f->nins + 1;
    list_instructions(m->p[s], f, order, x.list[s]);
  }
  uint32_t n = x.n[OLD];
  struct proposal p = {.to = mem_alloc((n + 1) * sizeof *p.to), .level = mem_zalloc(n + 1)};
  x.to = mem_alloc((n + 1) * sizeof *x.to);
  for (uint32_t k = 0; k < n; k++) x.to[k] = IR_NONE;
  for (int by = MATCH_PLACED; by >= MATCH_KIND; by--) {
    pair_level(m, function, &x, (enum match_level)by);
    for (uint32_t k = 0; k < n; k++)
      if (x.to[k] != IR_NONE && p.level[x.list[OLD][k]] == 0)
        p.level[x.list[OLD][k]] = (uint8_t)(by + 1), p.good += by > MATCH_KIND;
  }
  for (uint32_t k = 0; k < n; k++) p.to[x.list[OLD][k]] = x.to[k] == IR_NONE ? IR_NONE : x.list[NEW][x.to[k]];
  for (int s = OLD; s <= NEW; s++) {
    free(x.list[s]);
    free(x.keys[s]);
  }
  free(x.to);
  return p;
}

static void free_proposal(struct proposal *p) {
  free(p->to);
  free(p->level);
}

static struct proposal best_proposal(struct match *m, uint32_t old) {
  struct proposal a = propose(m, old, BY_NUMBER), b = propose(m, old, BY_SOURCE);
  bool first = a.good >= b.good;
  free_proposal(first ? &b : &a);
  return first ? a : b;
}

/* The first proposal stays: registers have one match on either side. */
static void pair_registers(struct match *m, const struct ir_function *old, const struct ir_function *new, uint32_t a,
                           uint32_t b) {
  uint32_t *to = m->side[OLD]->reg + old->first_reg, *from = m->side[NEW]->reg + new->first_reg;
  if (to[a] != IR_NONE || from[b] != IR_NONE) return;
  if (m->p[OLD]->regs[old->first_reg + a].width != m->p[NEW]->regs[new->first_reg + b].width) return;
  to[a] = b;
  from[b] = a;
}

static void pair_results(struct match *m, const struct ir_function *old, const struct ir_function *new, uint32_t a,
                         uint32_t b) {
  const struct ir_ins *i = &m->p[OLD]->ins[a], *j = &m->p[NEW]->ins[b];
  uint32_t count = ir_result_count(i);
  if (count != ir_result_count(j)) return;
  for (uint32_t k = 0; k < count; k++) pair_registers(m, old, new, i->dst + k, j->dst + k);
}

void match_align(struct match *m, uint32_t old) {
  const struct ir_function *f = &m->p[OLD]->functions[old], *g = &m->p[NEW]->functions[m->side[OLD]->function[old]];
  struct proposal p = best_proposal(m, old);
  for (uint32_t r = 0; r < f->nparams && r < g->nparams; r++) pair_registers(m, f, g, r, r);
  for (int by = MATCH_PLACED; by >= MATCH_KIND; by--)
    for (uint32_t i = 0; i < f->nins; i++)
      if (p.level[i] == by + 1) pair_results(m, f, g, f->first_ins + i, g->first_ins + p.to[i]);
  for (uint32_t i = 0; i < f->nins; i++)
    if (p.to[i] != IR_NONE) match_pair(m->side[OLD]->ins, m->side[NEW]->ins, f->first_ins + i, g->first_ins + p.to[i]);
  free_proposal(&p);
}
