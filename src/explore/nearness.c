/* Shortest ways over the control flow of each function and into calls, to the end. A call takes one step, whatever is
   called: only which of two ways is shorter counts. */
#include "explore/nearness.h"

#include "util/mem.h"

struct search {
  const struct statics *s;
  const struct ir_program *p;
  const uint8_t *changed;
  uint16_t *near; /* per instruction */
};

static uint16_t least(uint16_t a, uint16_t b) { return a < b ? a : b; }
static uint16_t one_more(uint16_t steps) { return steps < NOT_NEAR ? (uint16_t)(steps + 1) : NOT_NEAR; }
static uint16_t of_block(const struct search *x, int32_t block) { return x->near[x->p->blocks[block].first]; }

static uint16_t of_function(const struct search *x, uint32_t function) {
  const struct ir_function *f = &x->p->functions[function];
  return f->nins ? x->near[f->first_ins] : NOT_NEAR;
}

/* At the instruction, and in what it calls. */
static uint16_t at_once(const struct search *x, uint32_t i) {
  const uint32_t *callees;
  uint16_t steps = NOT_NEAR;
  if (!static_is_live(x->s, i)) return NOT_NEAR;
  if (x->changed[i]) return 0;
  if (!ir_op_is_call(x->p->ins[i].op)) return NOT_NEAR;
  uint32_t count = static_callees(x->s, i, &callees);
  for (uint32_t k = 0; k < count; k++) steps = least(steps, one_more(of_function(x, callees[k])));
  return steps;
}

static uint16_t behind(const struct search *x, const struct ir_ins *last) {
  uint16_t steps;
  switch (last->op) {
  case IR_BR: return of_block(x, last->a);
  case IR_CBR: return least(of_block(x, last->b), of_block(x, last->c));
  case IR_SWITCH:
    steps = of_block(x, x->p->extra[last->b]);
    for (int32_t i = 1; i + 1 < last->c; i += 2) steps = least(steps, of_block(x, x->p->extra[last->b + i + 1]));
    return steps;
  default: return NOT_NEAR;
  }
}

/* One round over a function, last block first. True: something came nearer. */
static bool go_round(struct search *x, const struct ir_function *function) {
  bool more = false;
  for (uint32_t b = function->first_block + function->nblocks; b-- > function->first_block;) {
    const struct ir_block *block = &x->p->blocks[b];
    uint16_t steps = block->count ? behind(x, &x->p->ins[block->first + block->count - 1]) : NOT_NEAR;
    for (uint32_t i = block->first + block->count; i-- > block->first;) {
      steps = least(one_more(steps), at_once(x, i));
      more |= steps < x->near[i];
      x->near[i] = steps;
    }
  }
  return more;
}

uint16_t *nearness_find(const struct statics *s, const struct ir_program *program, const uint8_t *changed) {
  struct search x = {.s = s, .p = program, .changed = changed};
  x.near = mem_alloc((program->nins + 1) * sizeof *x.near);
  for (uint64_t i = 0; i <= program->nins; i++) x.near[i] = NOT_NEAR;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 0; f < program->nfunctions; f++)
      while (go_round(&x, &program->functions[f])) more = true;
  }
  return x.near;
}
