/* What the pure integer operations of the IR mean as expressions. */
#include "vm/term.h"

#include <assert.h>

static sym_id bin(struct sym *sym, enum sym_op op, sym_id a, sym_id b) { return sym_binary(sym, op, a, b); }
static sym_id num(struct sym *sym, uint64_t value, unsigned width) { return sym_const(sym, value, width); }
static sym_id is_negative(struct sym *sym, sym_id a) { return sym_extract(sym, a, sym_width(sym, a) - 1, 1); }

/* A pure operation of ir/ops.def has no case here. */
static sym_id no_term(void) {
  assert(!"an operation without a term");
  return 0;
}

static uint64_t round_up_power(uint64_t w) {
  uint64_t p = 1;
  while (p < w) p *= 2;
  return p;
}

/* What the processor does with an amount that is too large: only the low bits count. */
static sym_id shift(struct sym *sym, enum sym_op op, sym_id a, sym_id amount, unsigned width) {
  return bin(sym, op, a, bin(sym, SYM_AND, amount, num(sym, round_up_power(width) - 1, width)));
}

/* Sums of the same sign whose result has the other one. */
static sym_id add_overflows(struct sym *sym, sym_id a, sym_id b, sym_id sum) {
  return is_negative(sym, bin(sym, SYM_AND, bin(sym, SYM_XOR, a, sum), bin(sym, SYM_XOR, b, sum)));
}
static sym_id sub_overflows(struct sym *sym, sym_id a, sym_id b, sym_id difference) {
  return is_negative(sym, bin(sym, SYM_AND, bin(sym, SYM_XOR, a, b), bin(sym, SYM_XOR, a, difference)));
}
/* The high half of the product must be the sign of the low half. */
static sym_id mul_overflows(struct sym *sym, sym_id a, sym_id b, unsigned width) {
  sym_id low = bin(sym, SYM_MUL, a, b), high = bin(sym, SYM_SMULH, a, b);
  return sym_not(sym, bin(sym, SYM_EQ, high, bin(sym, SYM_ASHR, low, num(sym, width - 1, width))));
}

sym_id term_overflow(struct sym *sym, enum ir_op op, sym_id a, sym_id b, unsigned width) {
  switch (op) {
  case IR_ADD:
  case IR_SADDO: return add_overflows(sym, a, b, bin(sym, SYM_ADD, a, b));
  case IR_SUB:
  case IR_SSUBO: return sub_overflows(sym, a, b, bin(sym, SYM_SUB, a, b));
  case IR_MUL:
  case IR_SMULO: return mul_overflows(sym, a, b, width);
  case IR_UADDO: return bin(sym, SYM_ULT, bin(sym, SYM_ADD, a, b), a);
  case IR_USUBO: return bin(sym, SYM_ULT, a, b);
  case IR_UMULO: return sym_not(sym, bin(sym, SYM_EQ, bin(sym, SYM_UMULH, a, b), num(sym, 0, width)));
  default: return no_term();
  }
}

static sym_id reverse(struct sym *sym, sym_id a, unsigned width, unsigned piece) {
  sym_id result = 0;
  for (unsigned low = 0; low < width; low += piece) {
    sym_id part = sym_extract(sym, a, low, piece);
    result = result ? sym_concat(sym, result, part) : part;
  }
  return result;
}

static sym_id count_ones(struct sym *sym, sym_id a, unsigned width) {
  sym_id sum = num(sym, 0, width);
  for (unsigned i = 0; i < width; i++) sum = bin(sym, SYM_ADD, sum, sym_zext(sym, sym_extract(sym, a, i, 1), width));
  return sum;
}

/* Position of the first one bit, from the top (ctlz) or the bottom (cttz). */
static sym_id first_one(struct sym *sym, sym_id a, unsigned width, bool from_top) {
  sym_id result = num(sym, width, width);
  for (unsigned i = width; i-- > 0;) {
    sym_id bit = sym_extract(sym, a, from_top ? width - 1 - i : i, 1);
    result = sym_ite(sym, bit, num(sym, i, width), result);
  }
  return result;
}

static sym_id funnel(struct sym *sym, const struct ir_ins *ins, sym_id a, sym_id b, sym_id c) {
  unsigned w = ins->width;
  sym_id n = bin(sym, SYM_UREM, c, num(sym, w, w)), rest = bin(sym, SYM_SUB, num(sym, w, w), n);
  if (ins->op == IR_FSHL) return bin(sym, SYM_OR, bin(sym, SYM_SHL, a, n), bin(sym, SYM_LSHR, b, rest));
  return bin(sym, SYM_OR, bin(sym, SYM_LSHR, b, n), bin(sym, SYM_SHL, a, rest));
}

static const uint8_t direct[IR_OP_COUNT] = {
    [IR_ADD] = SYM_ADD,   [IR_SUB] = SYM_SUB,   [IR_MUL] = SYM_MUL,     [IR_AND] = SYM_AND,
    [IR_OR] = SYM_OR,     [IR_XOR] = SYM_XOR,   [IR_UMULH] = SYM_UMULH, [IR_UDIV] = SYM_UDIV,
    [IR_SDIV] = SYM_SDIV, [IR_UREM] = SYM_UREM, [IR_SREM] = SYM_SREM,   [IR_EQ] = SYM_EQ,
    [IR_ULT] = SYM_ULT,   [IR_ULE] = SYM_ULE,   [IR_SLT] = SYM_SLT,     [IR_SLE] = SYM_SLE,
};

static sym_id binary(struct sym *sym, const struct ir_ins *ins, unsigned pointer_bits, sym_id a, sym_id b) {
  if (direct[ins->op]) return bin(sym, direct[ins->op], a, b);
  switch (ins->op) {
  case IR_NE: return sym_not(sym, bin(sym, SYM_EQ, a, b));
  case IR_SHL: return shift(sym, SYM_SHL, a, b, ins->width);
  case IR_LSHR: return shift(sym, SYM_LSHR, a, b, ins->width);
  case IR_ASHR: return shift(sym, SYM_ASHR, a, b, ins->width);
  case IR_LEA: {
    unsigned width = pointer_bits;
    uint64_t scale = width == 64 ? (uint64_t)(int64_t)ins->c : (uint32_t)ins->c;
    return bin(sym, SYM_ADD, a, bin(sym, SYM_MUL, b, num(sym, scale, width)));
  }
  default: return term_overflow(sym, ins->op, a, b, ins->width);
  }
}

static sym_id unary(struct sym *sym, const struct ir_ins *ins, sym_id a) {
  switch (ins->op) {
  case IR_ZEXT: return sym_zext(sym, a, (unsigned)ins->c);
  case IR_SEXT: return sym_sext(sym, a, (unsigned)ins->c);
  case IR_TRUNC: return sym_extract(sym, a, 0, ins->width);
  case IR_CTPOP: return count_ones(sym, a, ins->width);
  case IR_CTLZ: return first_one(sym, a, ins->width, true);
  case IR_CTTZ: return first_one(sym, a, ins->width, false);
  case IR_BSWAP: return reverse(sym, a, ins->width, 8);
  case IR_BITREV: return reverse(sym, a, ins->width, 1);
  default: return no_term();
  }
}

sym_id term_of(struct sym *sym, const struct ir_ins *ins, unsigned pointer_bits, sym_id a, sym_id b, sym_id c) {
  const char *shape = ir_ops[ins->op].shape;
  if (ins->op == IR_SELECT) return sym_ite(sym, a, b, c);
  if (ins->op == IR_MOV) return a;
  if (ins->op == IR_FSHL || ins->op == IR_FSHR) return funnel(sym, ins, a, b, c);
  if (shape[3] == 'v') return binary(sym, ins, pointer_bits, a, b);
  return unary(sym, ins, a);
}

unsigned term_operand_width(const struct ir_ins *ins, unsigned pointer_bits) {
  if (ins->op == IR_LEA) return pointer_bits;
  return ins->op == IR_TRUNC || ins->op == IR_FPTRUNC ? (unsigned)ins->c : ins->width;
}

sym_id term_division_fits(struct sym *sym, const struct ir_ins *ins, sym_id a, sym_id b) {
  unsigned w = ins->width;
  uint64_t ones = w == 64 ? ~(uint64_t)0 : ((uint64_t)1 << w) - 1;
  sym_id worst = bin(sym, SYM_AND, bin(sym, SYM_EQ, a, num(sym, (uint64_t)1 << (w - 1), w)),
                     bin(sym, SYM_EQ, b, num(sym, ones, w)));
  return sym_not(sym, worst);
}
