/* Ways that lead to nothing but a failure. Where it is known that this failure does not happen, the branch that leads
   there decides nothing. */
#include "static/slice.h"

/* Does a call of the function end in a failure, whatever happens, and is no target on the way? Only the library's
   functions are looked into: those of the user may also wait, or go on for ever. */
static bool only_fails(const struct static_slice *x, uint32_t f, unsigned depth) {
  const struct statics *s = x->s;
  const struct ir_function *function = &s->p->functions[f];
  if (s->models[f] == MODEL_FAIL) return true;
  if (!depth || s->models[f] != MODEL_NONE || s->returns[f] || !(function->flags & IR_FN_LIBRARY)) return false;
  bool fails = false;
  for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
    const struct ir_ins *ins = &s->p->ins[i];
    if (!is_live(s, i)) continue;
    if (static_set_has(x->only, i) || ins->op == IR_ICALL) return false;
    if (ins->op != IR_CALL || s->returns[ins->a]) continue;
    if (!only_fails(x, (uint32_t)ins->a, depth - 1)) return false;
    fails = true;
  }
  return fails;
}

/* A block that comes to such a call before anything else that may not return. */
static bool block_fails(const struct static_slice *x, uint32_t block) {
  const struct ir_block *b = &x->s->p->blocks[block];
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    const struct ir_ins *ins = &x->s->p->ins[i];
    if (static_set_has(x->only, i) || ins->op == IR_ICALL) return false;
    if (ins->op == IR_UNREACHABLE || ins->op == IR_TRAP) return true;
    if (ins->op == IR_CALL && !x->s->returns[ins->a]) return only_fails(x, (uint32_t)ins->a, 4);
    if (ins->op == IR_CALL && static_may_not_return(x->s, (uint32_t)ins->a)) return false;
  }
  return false;
}

bool slice_decides(const struct static_slice *x, uint32_t decider) {
  const struct ir_ins *ins = &x->s->p->ins[decider];
  if (!x->only || static_set_has(x->only, decider)) return true;
  if (ins->op == IR_CALL) return x->s->models[ins->a] != MODEL_ASSERT;
  if (ins->op != IR_CBR) return true;
  return !block_fails(x, (uint32_t)ins->b) && !block_fails(x, (uint32_t)ins->c);
}
