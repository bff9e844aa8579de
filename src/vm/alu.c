/* Arithmetic where at least one operand is not concrete, and the arithmetic that can fail. */
#include "vm/state.h"
#include "vm/term.h"

static void put_expr(struct vm *vm, struct cell *into, sym_id expr) {
  uint64_t value;
  expr = sym_settle(vm->sym, expr);
  if (sym_is_const(vm->sym, expr, &value)) cell_put(vm, into, value);
  else cell_put_raw(vm, into, 0, expr);
}

static sym_id bin(struct vm *vm, enum sym_op op, sym_id a, sym_id b) { return sym_binary(vm->sym, op, a, b); }
static sym_id num(struct vm *vm, uint64_t value, unsigned width) { return sym_const(vm->sym, value, width); }

/* What nobody wrote stays what nobody wrote, whatever is computed from it. */
static bool is_unwritten(struct vm *vm, const struct ir_ins *ins, const struct cell *regs) {
  const int32_t operands[3] = {ins->a, ins->b, ins->c};
  for (unsigned i = 0; i < 3; i++) {
    if (ir_ops[ins->op].shape[2 + i] != 'v') continue;
    const struct cell *cell = operand(vm, regs, operands[i]);
    if (cell->expr && (cell->expr == CELL_UNDEF || sym_has_uninit(vm->sym, cell->expr))) return true;
  }
  return false;
}

/* Of a value and its copy the answer is known, and nothing in it tells any more what was compared. */
static bool compares_copies(const struct ir_ins *ins, sym_id a, sym_id b) {
  bool compares = ins->op == IR_EQ || ins->op == IR_NE || ins->op == IR_ULT || ins->op == IR_ULE || ins->op == IR_SLT ||
                  ins->op == IR_SLE;
  return compares && a == b;
}

enum step alu_symbolic(struct vm *vm, const struct ir_ins *ins, struct cell *regs) {
  bool floats = ir_ops[ins->op].class == IR_CLASS_FLOAT;
  if (floats && is_unwritten(vm, ins, regs)) {
    log_add(vm, LOG_OPAQUE, 0, 0, 0);
    cell_put_raw(vm, regs + ins->dst, 0, CELL_UNDEF);
    return STEP_NEXT;
  }
  if (floats) log_add(vm, LOG_VALUE, 1, 0, 0);
  unsigned pointer_bits = vm->program->pointer_bits, width = term_operand_width(ins, pointer_bits);
  const char *shape = ir_ops[ins->op].shape;
  bool selects = ins->op == IR_SELECT;
  sym_id b = shape[3] == 'v' ? decide_expr(vm, operand(vm, regs, ins->b), width) : 0;
  sym_id c = shape[4] == 'v' ? decide_expr(vm, operand(vm, regs, ins->c), width) : 0;
  sym_id a = decide_expr(vm, operand(vm, regs, ins->a), selects ? 1 : width);
  if ((selects || compares_copies(ins, a, b)) && decide_initialised(vm, a) == STEP_END) return STEP_END;
  sym_id result = floats ? term_of_float(vm->sym, ins, a, b, c) : term_of(vm->sym, ins, pointer_bits, a, b, c);
  put_expr(vm, regs + ins->dst, result);
  return STEP_NEXT;
}

static enum step check_division(struct vm *vm, const struct ir_ins *ins, sym_id a, sym_id b) {
  unsigned w = ins->width;
  bool checked = check_on(vm, CHECK_ARITHMETIC);
  sym_id nonzero = sym_not(vm->sym, bin(vm, SYM_EQ, b, num(vm, 0, w)));
  enum step step = checked ? decide_require(vm, nonzero, FAILURE_ARITHMETIC, "division by zero", NULL)
                           : decide_assume_here(vm, nonzero);
  if (step != STEP_NEXT || ins->op == IR_UDIV || ins->op == IR_UREM) return step;
  sym_id fine = term_division_fits(vm->sym, ins, a, b);
  if (!checked && !check_on(vm, CHECK_OVERFLOW)) return decide_assume_here(vm, fine);
  return decide_require(vm, fine, FAILURE_ARITHMETIC, "signed division overflows (smallest value by -1)", NULL);
}

static const char *overflow_text(enum ir_op op) {
  switch (op) {
  case IR_ADD: return "signed addition overflows";
  case IR_SUB: return "signed subtraction overflows";
  default: return "signed multiplication overflows";
  }
}

static enum step check_overflow(struct vm *vm, const struct ir_ins *ins, sym_id a, sym_id b) {
  sym_id overflows = term_overflow(vm->sym, ins->op, a, b, ins->width);
  return decide_require(vm, sym_not(vm->sym, overflows), FAILURE_ARITHMETIC, overflow_text(ins->op), NULL);
}

static enum step check_shift(struct vm *vm, const struct ir_ins *ins, sym_id amount) {
  sym_id fine = bin(vm, SYM_ULT, amount, num(vm, ins->width, ins->width));
  return decide_require(vm, fine, FAILURE_ARITHMETIC, "shift by a negative amount or by the width or more", NULL);
}

enum step alu_checked(struct vm *vm, const struct ir_ins *ins, struct cell *regs) {
  sym_id a = decide_expr(vm, operand(vm, regs, ins->a), ins->width);
  sym_id b = decide_expr(vm, operand(vm, regs, ins->b), ins->width);
  enum step step = STEP_NEXT;
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_DIVISION: step = check_division(vm, ins, a, b); break;
  case IR_FAILS_SHIFT: step = check_shift(vm, ins, b); break;
  default: step = check_overflow(vm, ins, a, b); break;
  }
  return step == STEP_NEXT ? alu_symbolic(vm, ins, regs) : step;
}
