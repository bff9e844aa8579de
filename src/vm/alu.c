/* Arithmetic where at least one operand is not concrete, and the arithmetic that can fail. */
#include "vm/state.h"

static void put_expr(struct vm *vm, struct cell *into, sym_id expr) {
  uint64_t value;
  expr = sym_settle(vm->sym, expr);
  if (sym_is_const(vm->sym, expr, &value)) cell_put(vm, into, value);
  else cell_put_raw(vm, into, 0, expr);
}

static sym_id bin(struct vm *vm, enum sym_op op, sym_id a, sym_id b) { return sym_binary(vm->sym, op, a, b); }
static sym_id num(struct vm *vm, uint64_t value, unsigned width) { return sym_const(vm->sym, value, width); }
static sym_id is_negative(struct vm *vm, sym_id a) {
  return sym_extract(vm->sym, a, sym_width(vm->sym, a) - 1, 1);
}

static uint64_t round_up_power(uint64_t w) {
  uint64_t p = 1;
  while (p < w) p *= 2;
  return p;
}

/* What the processor does with an amount that is too large: only the low bits count. */
static sym_id shift(struct vm *vm, enum sym_op op, sym_id a, sym_id amount, unsigned width) {
  return bin(vm, op, a, bin(vm, SYM_AND, amount, num(vm, round_up_power(width) - 1, width)));
}

/* Sums of the same sign whose result has the other one. */
static sym_id add_overflows(struct vm *vm, sym_id a, sym_id b, sym_id sum) {
  return is_negative(vm, bin(vm, SYM_AND, bin(vm, SYM_XOR, a, sum), bin(vm, SYM_XOR, b, sum)));
}
static sym_id sub_overflows(struct vm *vm, sym_id a, sym_id b, sym_id difference) {
  return is_negative(vm, bin(vm, SYM_AND, bin(vm, SYM_XOR, a, b), bin(vm, SYM_XOR, a, difference)));
}
/* The high half of the product must be the sign of the low half. */
static sym_id mul_overflows(struct vm *vm, sym_id a, sym_id b, unsigned width) {
  sym_id low = bin(vm, SYM_MUL, a, b), high = bin(vm, SYM_SMULH, a, b);
  return sym_not(vm->sym, bin(vm, SYM_EQ, high, bin(vm, SYM_ASHR, low, num(vm, width - 1, width))));
}

static sym_id overflow_of(struct vm *vm, enum ir_op op, sym_id a, sym_id b, unsigned width) {
  switch (op) {
  case IR_ADD: case IR_SADDO: return add_overflows(vm, a, b, bin(vm, SYM_ADD, a, b));
  case IR_SUB: case IR_SSUBO: return sub_overflows(vm, a, b, bin(vm, SYM_SUB, a, b));
  case IR_MUL: case IR_SMULO: return mul_overflows(vm, a, b, width);
  case IR_UADDO: return bin(vm, SYM_ULT, bin(vm, SYM_ADD, a, b), a);
  case IR_USUBO: return bin(vm, SYM_ULT, a, b);
  default: return sym_not(vm->sym, bin(vm, SYM_EQ, bin(vm, SYM_UMULH, a, b), num(vm, 0, width))); /* UMULO */
  }
}

static sym_id reverse(struct vm *vm, sym_id a, unsigned width, unsigned piece) {
  sym_id result = 0;
  for (unsigned low = 0; low < width; low += piece) {
    sym_id part = sym_extract(vm->sym, a, low, piece);
    result = result ? sym_concat(vm->sym, result, part) : part;
  }
  return result;
}

static sym_id count_ones(struct vm *vm, sym_id a, unsigned width) {
  sym_id sum = num(vm, 0, width);
  for (unsigned i = 0; i < width; i++)
    sum = bin(vm, SYM_ADD, sum, sym_zext(vm->sym, sym_extract(vm->sym, a, i, 1), width));
  return sum;
}

/* Position of the first one bit, from the top (ctlz) or the bottom (cttz). */
static sym_id first_one(struct vm *vm, sym_id a, unsigned width, bool from_top) {
  sym_id result = num(vm, width, width);
  for (unsigned i = width; i-- > 0;) {
    sym_id bit = sym_extract(vm->sym, a, from_top ? width - 1 - i : i, 1);
    result = sym_ite(vm->sym, bit, num(vm, i, width), result);
  }
  return result;
}

static sym_id funnel(struct vm *vm, const struct ir_ins *ins, sym_id a, sym_id b, sym_id c) {
  unsigned w = ins->width;
  sym_id n = bin(vm, SYM_UREM, c, num(vm, w, w)), rest = bin(vm, SYM_SUB, num(vm, w, w), n);
  if (ins->op == IR_FSHL) return bin(vm, SYM_OR, bin(vm, SYM_SHL, a, n), bin(vm, SYM_LSHR, b, rest));
  return bin(vm, SYM_OR, bin(vm, SYM_LSHR, b, n), bin(vm, SYM_SHL, a, rest));
}

static const uint8_t direct[IR_OP_COUNT] = {
    [IR_ADD] = SYM_ADD, [IR_SUB] = SYM_SUB, [IR_MUL] = SYM_MUL, [IR_AND] = SYM_AND, [IR_OR] = SYM_OR,
    [IR_XOR] = SYM_XOR, [IR_UMULH] = SYM_UMULH, [IR_UDIV] = SYM_UDIV, [IR_SDIV] = SYM_SDIV, [IR_UREM] = SYM_UREM,
    [IR_SREM] = SYM_SREM, [IR_EQ] = SYM_EQ, [IR_ULT] = SYM_ULT, [IR_ULE] = SYM_ULE, [IR_SLT] = SYM_SLT,
    [IR_SLE] = SYM_SLE,
};

static sym_id binary(struct vm *vm, const struct ir_ins *ins, sym_id a, sym_id b) {
  if (direct[ins->op]) return bin(vm, direct[ins->op], a, b);
  switch (ins->op) {
  case IR_NE: return sym_not(vm->sym, bin(vm, SYM_EQ, a, b));
  case IR_SHL: return shift(vm, SYM_SHL, a, b, ins->width);
  case IR_LSHR: return shift(vm, SYM_LSHR, a, b, ins->width);
  case IR_ASHR: return shift(vm, SYM_ASHR, a, b, ins->width);
  case IR_LEA: {
    unsigned width = vm->program->pointer_bits;
    uint64_t scale = width == 64 ? (uint64_t)(int64_t)ins->c : (uint32_t)ins->c;
    return bin(vm, SYM_ADD, a, bin(vm, SYM_MUL, b, num(vm, scale, width)));
  }
  default: return overflow_of(vm, ins->op, a, b, ins->width);
  }
}

static sym_id unary(struct vm *vm, const struct ir_ins *ins, sym_id a) {
  switch (ins->op) {
  case IR_ZEXT: return sym_zext(vm->sym, a, (unsigned)ins->c);
  case IR_SEXT: return sym_sext(vm->sym, a, (unsigned)ins->c);
  case IR_TRUNC: return sym_extract(vm->sym, a, 0, ins->width);
  case IR_CTPOP: return count_ones(vm, a, ins->width);
  case IR_CTLZ: return first_one(vm, a, ins->width, true);
  case IR_CTTZ: return first_one(vm, a, ins->width, false);
  case IR_BSWAP: return reverse(vm, a, ins->width, 8);
  default: return reverse(vm, a, ins->width, 1); /* BITREV */
  }
}

/* A symbolic operand of floating-point arithmetic: goes on with the model's value and says so. What nobody wrote stays
   what nobody wrote, whatever is computed from it. */
static enum step concretise(struct vm *vm, const struct ir_ins *ins, struct cell *regs) {
  uint64_t value[3] = {0};
  const int32_t operands[3] = {ins->a, ins->b, ins->c};
  for (unsigned i = 0; i < 3; i++) {
    if (ir_ops[ins->op].shape[2 + i] != 'v') continue;
    const struct cell *cell = operand(vm, regs, operands[i]);
    unsigned width = ins->op == IR_FPTRUNC ? (unsigned)ins->c : ins->width;
    value[i] = cell->value;
    if (!cell->expr) continue;
    if (cell->expr == CELL_UNDEF || sym_has_uninit(vm->sym, cell->expr)) {
      cell_put_raw(vm, regs + ins->dst, 0, CELL_UNDEF);
      return STEP_NEXT;
    }
    sym_id expr = cell->expr;
    value[i] = smt_value(vm->smt, vm->sym, expr);
    sym_id same = sym_binary(vm->sym, SYM_EQ, expr, num(vm, value[i], width));
    decide_incomplete(vm, "floating-point arithmetic on a symbolic value: one value of many was explored");
    enum step step = decide_assume(vm, same);
    if (step != STEP_NEXT) return step;
  }
  cell_put(vm, regs + ins->dst, alu_float(ins, value[0], value[1], value[2]));
  return STEP_NEXT;
}

enum step alu_symbolic(struct vm *vm, const struct ir_ins *ins, struct cell *regs) {
  if (ir_ops[ins->op].class == IR_CLASS_FLOAT) return concretise(vm, ins, regs);
  const struct cell *a = operand(vm, regs, ins->a);
  unsigned width = ins->op == IR_TRUNC ? (unsigned)ins->c : ins->width;
  if (ins->op == IR_LEA) width = vm->program->pointer_bits;
  const char *shape = ir_ops[ins->op].shape;
  sym_id result;
  if (ins->op == IR_SELECT) {
    sym_id yes = decide_expr(vm, operand(vm, regs, ins->b), width), no = decide_expr(vm, operand(vm, regs, ins->c), width);
    sym_id condition = decide_expr(vm, a, 1);
    if (decide_initialised(vm, condition) == STEP_END) return STEP_END;
    result = sym_ite(vm->sym, condition, yes, no);
  } else if (shape[4] == 'v') {
    result = funnel(vm, ins, decide_expr(vm, a, width), decide_expr(vm, operand(vm, regs, ins->b), width),
                    decide_expr(vm, operand(vm, regs, ins->c), width));
  } else if (shape[3] == 'v') {
    sym_id left = decide_expr(vm, a, width);
    result = binary(vm, ins, left, decide_expr(vm, operand(vm, regs, ins->b), width));
  } else {
    result = unary(vm, ins, decide_expr(vm, a, width));
  }
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
  uint64_t ones = w == 64 ? ~(uint64_t)0 : ((uint64_t)1 << w) - 1;
  sym_id worst = bin(vm, SYM_AND, bin(vm, SYM_EQ, a, num(vm, (uint64_t)1 << (w - 1), w)),
                     bin(vm, SYM_EQ, b, num(vm, ones, w)));
  sym_id fine = sym_not(vm->sym, worst);
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
  sym_id overflows = overflow_of(vm, ins->op, a, b, ins->width);
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
  switch (ins->op) {
  case IR_UDIV: case IR_SDIV: case IR_UREM: case IR_SREM: step = check_division(vm, ins, a, b); break;
  case IR_SHL: case IR_LSHR: case IR_ASHR: step = check_shift(vm, ins, b); break;
  default: step = check_overflow(vm, ins, a, b); break;
  }
  return step == STEP_NEXT ? alu_symbolic(vm, ins, regs) : step;
}
