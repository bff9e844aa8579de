/* The operands of an instruction one by one, for the comparison of two and for telling how they differ. */
#ifndef HEDDLE_CHANGE_OPERANDS_H
#define HEDDLE_CHANGE_OPERANDS_H
#include "ir/ir.h"

/* One operand: kind as in ops.def (v, i, l, f, g, s). */
struct operand {
  char kind;
  int32_t value;
};

static inline uint32_t operand_count(const struct ir_ins *ins) {
  const char *shape = ir_ops[ins->op].shape + 2;
  if (shape[1] == 'x') return 1u + (uint32_t)ins->c;
  return shape[2] != '-' ? 3 : shape[1] != '-' ? 2 : shape[0] != '-';
}

/* Operand k; '-' where an operation leaves a field out. */
static inline struct operand operand_at(const struct ir_program *p, const struct ir_ins *ins, uint32_t k) {
  const char *shape = ir_ops[ins->op].shape + 2;
  if (k == 0) return (struct operand){shape[0], ins->a};
  if (shape[1] != 'x') return (struct operand){shape[k], k == 1 ? ins->b : ins->c};
  char kind = ins->op == IR_SWITCH && k % 2 == 1 ? 'l' : 'v';
  return (struct operand){kind, p->extra[ins->b + (int32_t)k - 1]};
}

/* Is argument k of the call (operand k + 1) only a position: text, file, line or function of a failed assertion? Those
   differ when an assertion is moved or its variables are renamed. */
bool match_is_position(const struct ir_program *p, const struct ir_ins *ins, uint32_t k);
#endif
