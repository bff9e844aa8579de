/* Partners inside a pair of functions: instructions in order by their keys, the most telling keys first; registers by the instructions
   that write them, parameters by position.

   Partners of instructions keep their order in the whole function. That is more than a proposal: it is what makes two statements that
   changed places a change (docs/change.md). */
#include <stdlib.h>

#include "change/inside.h"
#include "util/mem.h"

static void pair_instructions(struct match *m, uint32_t old, uint32_t *to, uint8_t *level) {
  uint32_t new = m->side[OLD]->function[old];
  uint32_t n = m->p[OLD]->functions[old].nins, k = m->p[NEW]->functions[new].nins;
  uint64_t *a = mem_alloc((n + 1) * sizeof *a), *b = mem_alloc((k + 1) * sizeof *b);
  for (uint32_t i = 0; i < n; i++) to[i] = IR_NONE;
  for (int by = MATCH_DEEP; by >= MATCH_KIND; by--) {
    match_keys(m, OLD, old, (enum match_level)by, a);
    match_keys(m, NEW, new, (enum match_level)by, b);
    match_sequence(a, n, b, k, to);
    for (uint32_t i = 0; i < n; i++)
      if (to[i] != IR_NONE && level[i] == 0) level[i] = (uint8_t)(by + 1);
  }
  free(a);
  free(b);
}

/* The first proposal stays: registers have one partner on either side. */
static void pair_registers(struct match *m, const struct ir_function *old, const struct ir_function *new, uint32_t a, uint32_t b) {
  uint32_t *to = m->side[OLD]->reg + old->first_reg, *from = m->side[NEW]->reg + new->first_reg;
  if (to[a] != IR_NONE || from[b] != IR_NONE) return;
  if (m->p[OLD]->regs[old->first_reg + a].width != m->p[NEW]->regs[new->first_reg + b].width) return;
  to[a] = b;
  from[b] = a;
}

static void pair_results(struct match *m, const struct ir_function *old, const struct ir_function *new, uint32_t a, uint32_t b) {
  const struct ir_ins *i = &m->p[OLD]->ins[a], *j = &m->p[NEW]->ins[b];
  uint32_t count = result_count(i);
  if (count != result_count(j)) return;
  for (uint32_t k = 0; k < count; k++) pair_registers(m, old, new, i->dst + k, j->dst + k);
}

void match_align(struct match *m, uint32_t old) {
  const struct ir_function *f = &m->p[OLD]->functions[old], *g = &m->p[NEW]->functions[m->side[OLD]->function[old]];
  uint32_t *to = mem_alloc((f->nins + 1) * sizeof *to);
  uint8_t *level = mem_zalloc(f->nins + 1);
  pair_instructions(m, old, to, level);
  for (uint32_t r = 0; r < f->nparams && r < g->nparams; r++) pair_registers(m, f, g, r, r);
  for (int by = MATCH_DEEP; by >= MATCH_KIND; by--)
    for (uint32_t i = 0; i < f->nins; i++)
      if (level[i] == by + 1) pair_results(m, f, g, f->first_ins + i, g->first_ins + to[i]);
  for (uint32_t i = 0; i < f->nins; i++)
    if (to[i] != IR_NONE) match_pair(m->side[OLD]->ins, m->side[NEW]->ins, f->first_ins + i, g->first_ins + to[i]);
  free(to);
  free(level);
}
