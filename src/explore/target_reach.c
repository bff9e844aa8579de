/* Reachability over the control flow of each function and over calls, to the end. */
#include "explore/target_reach.h"

#include <stdlib.h>

#include "util/mem.h"

struct search {
  const struct statics *s;
  const struct ir_program *p;
  uint8_t *own;      /* per instruction: what it is itself */
  uint8_t *reach;    /* per instruction: what is reached from it on */
  uint8_t *function; /* per function: what is reached from its beginning on */
};

static uint8_t own_bits(const struct search *x, const struct static_set *targets, const struct static_slice *slice,
                        uint32_t i) {
  const struct ir_ins *ins = &x->p->ins[i];
  if (!static_is_live(x->s, i)) return 0;
  uint8_t bits = static_set_has(targets, i) ? REACH_TARGET : 0;
  bool orders = ins->op == IR_CALL || ins->op == IR_ICALL || ins->op == IR_RET || static_is_shared_access(x->s, i);
  return orders && static_is_relevant(slice, i) ? bits | REACH_ORDER : bits;
}

static uint8_t at_once(const struct search *x, uint32_t i) {
  const struct ir_ins *ins = &x->p->ins[i];
  const uint32_t *callees;
  uint8_t bits = x->own[i];
  if (ins->op != IR_CALL && ins->op != IR_ICALL) return bits;
  uint32_t count = static_callees(x->s, i, &callees);
  for (uint32_t k = 0; k < count; k++) bits |= x->function[callees[k]];
  return bits;
}

static uint8_t block_bits(const struct search *x, int32_t block) { return x->reach[x->p->blocks[block].first]; }

static uint8_t behind(const struct search *x, const struct ir_ins *last) {
  uint8_t bits = 0;
  switch (last->op) {
  case IR_BR: return block_bits(x, last->a);
  case IR_CBR: return block_bits(x, last->b) | block_bits(x, last->c);
  case IR_SWITCH:
    bits = block_bits(x, x->p->extra[last->b]);
    for (int32_t i = 1; i + 1 < last->c; i += 2) bits |= block_bits(x, x->p->extra[last->b + i + 1]);
    return bits;
  default: return 0;
  }
}

/* One round over a function, last block first. True: something was added. */
static bool go_round(struct search *x, uint32_t f) {
  const struct ir_function *function = &x->p->functions[f];
  bool more = false;
  for (uint32_t b = function->first_block + function->nblocks; b-- > function->first_block;) {
    const struct ir_block *block = &x->p->blocks[b];
    uint8_t bits = block->count ? behind(x, &x->p->ins[block->first + block->count - 1]) : 0;
    for (uint32_t i = block->first + block->count; i-- > block->first;) {
      bits |= at_once(x, i);
      more |= (bits & ~x->reach[i]) != 0;
      x->reach[i] |= bits;
    }
  }
  if (function->nblocks) x->function[f] |= block_bits(x, (int32_t)function->first_block);
  return more;
}

/* The library's exit, then destructors. */
static uint8_t after_main(const struct search *x) {
  uint32_t function = ir_find_function(x->p, "exit");
  uint8_t bits = function == IR_NONE ? 0 : x->function[function];
  for (uint32_t i = 0; i < x->p->ndtors; i++) bits |= x->function[x->p->dtors[i]];
  return bits;
}

uint8_t *target_reach_find(const struct statics *s, const struct ir_program *program, const struct static_set *targets,
                           const struct static_slice *slice) {
  struct search x = {.s = s,
                     .p = program,
                     .own = mem_zalloc(program->nins + 1),
                     .reach = mem_zalloc(program->nins + 1),
                     .function = mem_zalloc(program->nfunctions + 1)};
  for (uint32_t i = 0; i < program->nins; i++) x.own[i] = own_bits(&x, targets, slice, i);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 0; f < program->nfunctions; f++) more |= go_round(&x, f);
  }
  x.reach[program->nins] = after_main(&x);
  free(x.own);
  free(x.function);
  return x.reach;
}
