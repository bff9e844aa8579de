/* Inversion of floating-point operations: x + y = v is tried with x = v - y, a comparison with the next number above or
   below. Rounding makes some of these wrong; what comes out is checked by evaluation like every other guess. Without it
   each branch on a number would be a question to Z3, where multiplications are slow. */
#include <math.h>

#include "ir/ir.h"
#include "smt/inversion.h"
#include "util/float_bits.h"

/* The values of one operation. */
struct values {
  uint64_t x, y, z;
  unsigned width; /* of the operands */
};

static uint64_t compute(enum sym_op op, const struct values *v, uint64_t a, uint64_t b) {
  return sym_float_value(op, v->width, v->width, a, b, 0);
}

static bool is_nan(uint64_t bits, unsigned width) { return !sym_float_value(SYM_FEQ, 1, width, bits, bits, 0); }

/* The next number above or below; there is none above a NaN. */
static uint64_t next(uint64_t bits, unsigned width, bool up) {
  uint64_t sign = 1ull << (width - 1);
  if (is_nan(bits, width)) return bits;
  if (!(bits & ~sign)) return up ? 1 : sign | 1;
  return !(bits & sign) == up ? bits + 1 : bits - 1;
}

/* a < b or a <= b by moving one of them: next to the other, or away from it. */
static bool force_below(struct inversion *g, bool strict, sym_id a, sym_id b, const struct values *v, unsigned depth) {
  uint64_t one = sym_float_value(SYM_STOF, v->width, 64, 1, 0, 0);
  uint64_t x = is_nan(v->x, v->width) ? 0 : v->x, y = is_nan(v->y, v->width) ? 0 : v->y;
  bool first = !(g->variant & 1) && !sym_is_const(g->smt->sym, a, NULL);
  if (sym_is_const(g->smt->sym, b, NULL)) first = true;
  if (first) {
    uint64_t near = strict ? next(y, v->width, false) : y;
    return inversion_force(g, a, g->variant & 2 ? near : compute(SYM_FSUB, v, y, one), depth);
  }
  uint64_t near = strict ? next(x, v->width, true) : x;
  return inversion_force(g, b, g->variant & 2 ? near : compute(SYM_FADD, v, x, one), depth);
}

static bool force_equal(struct inversion *g, sym_id a, sym_id b, bool equal, const struct values *v, unsigned depth) {
  uint64_t nan = v->width == 32 ? 0x7fc00000 : 0x7ff8000000000000;
  bool first = !(g->variant & 1) || sym_is_const(g->smt->sym, b, NULL);
  uint64_t other = first ? v->y : v->x;
  uint64_t wanted = equal                      ? (is_nan(other, v->width) ? 0 : other)
                    : g->variant & 2 || a == b ? nan
                                               : next(other, v->width, true);
  if (equal && is_nan(other, v->width) && !inversion_force(g, first ? b : a, 0, depth)) return false;
  return inversion_force(g, first ? a : b, wanted, depth);
}

static bool force_compare(struct inversion *g, enum sym_op op, sym_id a, sym_id b, bool value, struct values v,
                          unsigned depth) {
  if (op == SYM_FEQ) return force_equal(g, a, b, value, &v, depth);
  if (value) return force_below(g, op == SYM_FLT, a, b, &v, depth);
  struct values swapped = {v.y, v.x, 0, v.width};
  return force_below(g, op == SYM_FLE, b, a, &swapped, depth);
}

/* Two operands: the one that is moved, and what it must be. */
static bool force_arithmetic(struct inversion *g, enum sym_op op, const sym_id part[3], uint64_t value, struct values v,
                             unsigned depth) {
  bool first =
      (!(g->variant & 1) || sym_is_const(g->smt->sym, part[1], NULL)) && !sym_is_const(g->smt->sym, part[0], NULL);
  uint64_t wanted = 0;
  switch (op) {
  case SYM_FADD: wanted = compute(SYM_FSUB, &v, value, first ? v.y : v.x); break;
  case SYM_FSUB: wanted = first ? compute(SYM_FADD, &v, value, v.y) : compute(SYM_FSUB, &v, v.x, value); break;
  case SYM_FMUL: wanted = compute(SYM_FDIV, &v, value, first ? v.y : v.x); break;
  default: wanted = first ? compute(SYM_FMUL, &v, value, v.y) : compute(SYM_FDIV, &v, v.x, value);
  }
  return inversion_force(g, part[first ? 0 : 1], wanted, depth);
}

static bool force_fused(struct inversion *g, const sym_id part[3], uint64_t value, struct values v, unsigned depth) {
  if (!(g->variant & 1) && !sym_is_const(g->smt->sym, part[2], NULL))
    return inversion_force(g, part[2], compute(SYM_FSUB, &v, value, compute(SYM_FMUL, &v, v.x, v.y)), depth);
  return force_arithmetic(g, SYM_FMUL, part, compute(SYM_FSUB, &v, value, v.z), v, depth);
}

/* What the function number v.z gives about that value for; the value itself where none is known. */
static uint64_t argument_of_library(struct values v, uint64_t value) {
  double y = double_of_bits(value, v.width), x = y, second = double_of_bits(v.y, v.width);
  switch ((int)v.z - SYM_LIBRARY_IR) {
  case IR_FM_SIN: x = asin(y); break;
  case IR_FM_COS: x = acos(y); break;
  case IR_FM_TAN: x = atan(y); break;
  case IR_FM_EXP: x = log(y); break;
  case IR_FM_EXP2: x = log2(y); break;
  case IR_FM_LOG: x = exp(y); break;
  case IR_FM_LOG2: x = exp2(y); break;
  case IR_FM_LOG10: x = pow(10, y); break;
  case IR_FM_POW: x = pow(y, 1 / second); break;
  default: break;
  }
  return v.width == 32 ? bits_of_float((float)x) : bits_of_double(x);
}

bool inversion_float(struct inversion *g, sym_id a, uint64_t value, unsigned depth) {
  const struct sym *s = g->smt->sym;
  const sym_id part[3] = {sym_operand(s, a, 0), sym_operand(s, a, 1), sym_operand(s, a, 2)};
  unsigned from = sym_width(s, part[0]), width = sym_width(s, a);
  enum sym_op op = sym_op_of(s, a);
  struct values v = {model_eval(g->smt, part[0]), part[1] ? model_eval(g->smt, part[1]) : 0,
                     part[2] ? model_eval(g->smt, part[2]) : 0, from};
  switch (op) {
  case SYM_FEQ:
  case SYM_FLT:
  case SYM_FLE: return force_compare(g, op, part[0], part[1], value, v, depth);
  case SYM_FADD:
  case SYM_FSUB:
  case SYM_FMUL:
  case SYM_FDIV: return force_arithmetic(g, op, part, value, v, depth);
  case SYM_FMA: return force_fused(g, part, value, v, depth);
  case SYM_FSQRT: return inversion_force(g, part[0], compute(SYM_FMUL, &v, value, value), depth);
  case SYM_FTOS: return inversion_force(g, part[0], sym_float_value(SYM_STOF, from, width, value, 0, 0), depth);
  case SYM_STOF:
  case SYM_UTOF: return inversion_force(g, part[0], sym_float_value(SYM_FTOS, 64, width, value, 0, 0), depth);
  case SYM_FCONV: return inversion_force(g, part[0], sym_float_value(SYM_FCONV, from, width, value, 0, 0), depth);
  case SYM_FMATH: return inversion_force(g, part[0], argument_of_library(v, value), depth);
  default: return inversion_force(g, part[0], value, depth);
  }
}
