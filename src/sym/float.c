/* Floating-point operations: what they give for numbers, and their terms.

   Numbers are bit patterns of IEEE binary32 and binary64. On numbers the host's own arithmetic computes, so that
   results are those of native code, bit for bit; only NaNs are made here, by the rule of the processor (SSE): the first
   operand that is a NaN is the result, made quiet; an invalid operation without one gives the negative quiet NaN. */
#include <math.h>

#include "sym/node.h"
#include "util/float_bits.h"

static bool is_nan(uint64_t bits, unsigned width) {
  return width == 32 ? (bits & 0x7fffffff) > 0x7f800000 : (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
}
static uint64_t quiet(uint64_t bits, unsigned width) { return bits | 1ull << (width == 32 ? 22 : 51); }
static uint64_t invalid(unsigned width) { return width == 32 ? 0xffc00000 : 0xfff8000000000000; }

/* No operand is a NaN. Each result is rounded once: floats are not computed as doubles. */
static uint64_t compute_float(enum sym_op op, float x, float y, float z) {
  switch (op) {
  case SYM_FADD: return bits_of_float(x + y);
  case SYM_FSUB: return bits_of_float(x - y);
  case SYM_FMUL: return bits_of_float(x * y);
  case SYM_FDIV: return bits_of_float(x / y);
  case SYM_FMA: return bits_of_float(fmaf(x, y, z));
  case SYM_FSQRT: return bits_of_float(sqrtf(x));
  case SYM_FRINT: return bits_of_float(rintf(x));
  case SYM_FFLOOR: return bits_of_float(floorf(x));
  case SYM_FCEIL: return bits_of_float(ceilf(x));
  case SYM_FTRUNC: return bits_of_float(truncf(x));
  default: return bits_of_float(roundf(x));
  }
}
static uint64_t compute_double(enum sym_op op, double x, double y, double z) {
  switch (op) {
  case SYM_FADD: return bits_of_double(x + y);
  case SYM_FSUB: return bits_of_double(x - y);
  case SYM_FMUL: return bits_of_double(x * y);
  case SYM_FDIV: return bits_of_double(x / y);
  case SYM_FMA: return bits_of_double(fma(x, y, z));
  case SYM_FSQRT: return bits_of_double(sqrt(x));
  case SYM_FRINT: return bits_of_double(rint(x));
  case SYM_FFLOOR: return bits_of_double(floor(x));
  case SYM_FCEIL: return bits_of_double(ceil(x));
  case SYM_FTRUNC: return bits_of_double(trunc(x));
  default: return bits_of_double(round(x));
  }
}

static unsigned operands_of(enum sym_op op) {
  static const uint8_t arity[] = {
#define SYM(name, text, arity, meaning) arity,
#include "sym/ops.def"
#undef SYM
  };
  return arity[op];
}

static uint64_t compute(enum sym_op op, unsigned width, uint64_t a, uint64_t b, uint64_t c) {
  unsigned count = operands_of(op);
  if (is_nan(a, width)) return quiet(a, width);
  if (count > 1 && is_nan(b, width)) return quiet(b, width);
  if (count > 2 && is_nan(c, width)) return quiet(c, width);
  uint64_t r = width == 32 ? compute_float(op, float_of_bits(a), float_of_bits(b), float_of_bits(c))
                           : compute_double(op, double_of_bits(a, 64), double_of_bits(b, 64), double_of_bits(c, 64));
  return is_nan(r, width) ? invalid(width) : r;
}

static uint64_t compare(enum sym_op op, double x, double y) {
  return op == SYM_FEQ ? x == y : op == SYM_FLT ? x < y : x <= y;
}

/* Where it does not fit the processor gives the "integer indefinite" value. */
static uint64_t to_signed(double d, unsigned width) {
  double limit = width == 32 ? 2147483648.0 : 9223372036854775808.0;
  return d > -limit && d < limit ? (uint64_t)(int64_t)d & mask_of(width) : sign_bit(width);
}

/* From an integer: rounded once, also to a float. */
static uint64_t from_integer(bool is_signed, unsigned width, uint64_t a, unsigned from) {
  int64_t value = signed_of(a, from);
  if (is_signed) return width == 32 ? bits_of_float((float)value) : bits_of_double((double)value);
  return width == 32 ? bits_of_float((float)a) : bits_of_double((double)a);
}

/* A NaN keeps its sign and the head of its payload. */
static uint64_t convert(unsigned width, uint64_t a, unsigned from) {
  if (!is_nan(a, from))
    return width == 32 ? bits_of_float((float)double_of_bits(a, 64)) : bits_of_double(float_of_bits(a));
  uint64_t r = width == 32 ? (a >> 63 << 31 | 0x7f800000 | (a >> 29 & 0x7fffff))
                           : (a >> 31 << 63 | 0x7ff0000000000000 | (a & 0x7fffff) << 29);
  return quiet(r, width);
}

uint64_t sym_float_value(enum sym_op op, unsigned width, unsigned from, uint64_t a, uint64_t b, uint64_t c) {
  switch (op) {
  case SYM_FEQ:
  case SYM_FLT:
  case SYM_FLE: return compare(op, double_of_bits(a, from), double_of_bits(b, from));
  case SYM_FTOS: return to_signed(double_of_bits(a, from), width);
  case SYM_STOF:
  case SYM_UTOF: return from_integer(op == SYM_STOF, width, a, from);
  case SYM_FCONV: return convert(width, a, from);
  case SYM_FMATH: return sym_library_value((unsigned)c, width, a, b);
  default: return compute(op, width, a, b, c);
  }
}

static bool is_float_width(unsigned width) { return width == 32 || width == 64; }

bool sym_float_fits(enum sym_op op, unsigned width, const unsigned w[3]) {
  unsigned count = operands_of(op);
  for (unsigned i = 0; i < 3; i++)
    if ((i < count) != (w[i] != 0)) return false;
  switch (op) {
  case SYM_FEQ:
  case SYM_FLT:
  case SYM_FLE: return width == 1 && is_float_width(w[0]) && w[0] == w[1];
  case SYM_FTOS: return is_float_width(width) && is_float_width(w[0]);
  case SYM_STOF:
  case SYM_UTOF: return is_float_width(width);
  case SYM_FCONV: return is_float_width(width) && is_float_width(w[0]) && width != w[0];
  case SYM_FMATH: return is_float_width(width) && w[0] == width && w[1] == width && w[2] == 8;
  default: break;
  }
  for (unsigned i = 0; i < count; i++)
    if (w[i] != width) return false;
  return is_float_width(width);
}

/* -- rules --------------------------------------------------------------------------------------------------------- */

/* A float that was widened only to be compared with a constant that is one, too. */
static sym_id narrow(struct sym *s, sym_id a) {
  if (is(s, a, SYM_FCONV) && width_of(s, a) == 64) return left(s, a);
  if (!is_const(s, a)) return 0;
  uint64_t value = value_of(s, a), small = convert(32, value, 64);
  return !is_nan(value, 64) && convert(64, small, 32) == value ? sym_const(s, small, 32) : 0;
}

static sym_id rules_compare(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (a == b && op == SYM_FLT) return boolean(s, false);
  if (a == b && op == SYM_FLE) return sym_float(s, SYM_FEQ, 1, a, a, 0);
  if (a == b && (is(s, a, SYM_STOF) || is(s, a, SYM_UTOF))) return boolean(s, true);
  if ((is_const(s, a) && is_nan(value_of(s, a), width_of(s, a))) ||
      (is_const(s, b) && is_nan(value_of(s, b), width_of(s, b))))
    return boolean(s, false);
  sym_id x = width_of(s, a) == 64 ? narrow(s, a) : 0, y = x ? narrow(s, b) : 0;
  return y ? sym_float(s, op, 1, x, y, 0) : 0;
}

static bool all_const(const struct sym *s, sym_id a, sym_id b, sym_id c) {
  return is_const(s, a) && (!b || is_const(s, b)) && (!c || is_const(s, c));
}

static sym_id build(struct sym *s, enum sym_op op, unsigned width, sym_id a, sym_id b, sym_id c) {
  if (all_const(s, a, b, c)) {
    uint64_t value =
        sym_float_value(op, width, width_of(s, a), value_of(s, a), b ? value_of(s, b) : 0, c ? value_of(s, c) : 0);
    return sym_const(s, value, width);
  }
  sym_id r = width == 1 ? rules_compare(s, op, a, b) : 0;
  if (r) return r;
  if (op == SYM_FEQ && (is_const(s, a) || (!is_const(s, b) && a > b))) {
    sym_id swap = a;
    a = b, b = swap;
  }
  return node_make(s, (struct node){.op = op, .width = width, .a = a, .b = b, .c = c});
}

sym_id sym_float(struct sym *s, enum sym_op op, unsigned width, sym_id a, sym_id b, sym_id c) {
  const unsigned widths[3] = {width_of(s, a), b ? width_of(s, b) : 0, c ? width_of(s, c) : 0};
  (void)widths;
  ASSERT(sym_is_float(op) && sym_float_fits(op, width, widths));
  enter(s);
  return leave(s, build(s, op, width, a, b, c));
}
