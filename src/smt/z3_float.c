/* Floating-point operations in Z3's theory of IEEE numbers.

   A chain of operations stays within the theory; its bits are made beside it, and Z3 only sees them where a question
   does. The theory has one NaN and the processor many: which one it is, is said on the bits of the operands, by the
   rule of sym/float.c. */
#include "smt/z3_float.h"

static Z3_ast keep(struct z3 *z, Z3_ast a) { return z3_keep(z, a); }

static Z3_sort sort_of(struct z3 *z, unsigned width) {
  Z3_sort sort = width == 32 ? Z3_mk_fpa_sort_32(z3_context(z)) : Z3_mk_fpa_sort_64(z3_context(z));
  keep(z, Z3_sort_to_ast(z3_context(z), sort));
  return sort;
}
static Z3_ast bits_of(struct z3 *z, uint64_t value, unsigned width) {
  return keep(z, Z3_mk_unsigned_int64(z3_context(z), value, Z3_mk_bv_sort(z3_context(z), width)));
}
static Z3_ast as_number(struct z3 *z, struct z3_term *t) {
  if (!t->number) t->number = keep(z, Z3_mk_fpa_to_fp_bv(z3_context(z), t->bits, sort_of(z, t->width)));
  return t->number;
}
static Z3_ast nearest(struct z3 *z) { return keep(z, Z3_mk_fpa_rne(z3_context(z))); }
static Z3_ast is_nan(struct z3 *z, struct z3_term *t) {
  return keep(z, Z3_mk_fpa_is_nan(z3_context(z), as_number(z, t)));
}
static Z3_ast choose(struct z3 *z, Z3_ast condition, Z3_ast yes, Z3_ast no) {
  return keep(z, Z3_mk_ite(z3_context(z), condition, yes, no));
}
static Z3_ast or_bits(struct z3 *z, Z3_ast a, uint64_t value, unsigned width) {
  return keep(z, Z3_mk_bvor(z3_context(z), a, bits_of(z, value, width)));
}
static uint64_t quiet_bit(unsigned width) { return 1ull << (width == 32 ? 22 : 51); }

static Z3_ast to_integral(struct z3 *z, enum sym_op op, Z3_ast x) {
  Z3_context c = z3_context(z);
  Z3_ast mode = op == SYM_FRINT    ? Z3_mk_fpa_rne(c)
                : op == SYM_FFLOOR ? Z3_mk_fpa_rtn(c)
                : op == SYM_FCEIL  ? Z3_mk_fpa_rtp(c)
                : op == SYM_FTRUNC ? Z3_mk_fpa_rtz(c)
                                   : Z3_mk_fpa_rna(c);
  return Z3_mk_fpa_round_to_integral(c, keep(z, mode), x);
}

static Z3_ast arithmetic(struct z3 *z, enum sym_op op, struct z3_term *t) {
  Z3_context c = z3_context(z);
  Z3_ast x = as_number(z, &t[0]), y = t[1].bits ? as_number(z, &t[1]) : NULL;
  switch (op) {
  case SYM_FADD: return Z3_mk_fpa_add(c, nearest(z), x, y);
  case SYM_FSUB: return Z3_mk_fpa_sub(c, nearest(z), x, y);
  case SYM_FMUL: return Z3_mk_fpa_mul(c, nearest(z), x, y);
  case SYM_FDIV: return Z3_mk_fpa_div(c, nearest(z), x, y);
  case SYM_FMA: return Z3_mk_fpa_fma(c, nearest(z), x, y, as_number(z, &t[2]));
  case SYM_FSQRT: return Z3_mk_fpa_sqrt(c, nearest(z), x);
  default: return to_integral(z, op, x);
  }
}

/* The first operand that is a NaN, made quiet; else the result, or the NaN of an invalid operation. */
static Z3_ast bits_of_result(struct z3 *z, struct z3_term *result, struct z3_term *operands, unsigned width) {
  uint64_t invalid = width == 32 ? 0xffc00000 : 0xfff8000000000000;
  Z3_ast bits = keep(z, Z3_mk_fpa_to_ieee_bv(z3_context(z), result->number));
  bits = choose(z, is_nan(z, result), bits_of(z, invalid, width), bits);
  for (unsigned i = 3; i-- > 0;)
    if (operands[i].bits)
      bits = choose(z, is_nan(z, &operands[i]), or_bits(z, operands[i].bits, quiet_bit(width), width), bits);
  return bits;
}

static Z3_ast field(struct z3 *z, Z3_ast a, unsigned high, unsigned low) {
  return keep(z, Z3_mk_extract(z3_context(z), high, low, a));
}
static Z3_ast beside(struct z3 *z, Z3_ast high, Z3_ast low) { return keep(z, Z3_mk_concat(z3_context(z), high, low)); }

/* Sign, exponent of ones, and what fits of the payload. */
static Z3_ast converted_nan(struct z3 *z, Z3_ast bits, unsigned width) {
  Z3_ast all;
  if (width == 32) all = beside(z, beside(z, field(z, bits, 63, 63), bits_of(z, 0xff, 8)), field(z, bits, 51, 29));
  else
    all = beside(z, beside(z, field(z, bits, 31, 31), bits_of(z, 0x7ff, 11)),
                 beside(z, field(z, bits, 22, 0), bits_of(z, 0, 29)));
  return or_bits(z, all, quiet_bit(width), width);
}

static struct z3_term convert(struct z3 *z, struct z3_term *a, unsigned width) {
  Z3_context c = z3_context(z);
  struct z3_term r = {.width = width};
  r.number = keep(z, Z3_mk_fpa_to_fp_float(c, nearest(z), as_number(z, a), sort_of(z, width)));
  Z3_ast bits = keep(z, Z3_mk_fpa_to_ieee_bv(c, r.number));
  r.bits = choose(z, is_nan(z, a), converted_nan(z, a->bits, width), bits);
  return r;
}

static struct z3_term from_integer(struct z3 *z, bool is_signed, const struct z3_term *a, unsigned width) {
  Z3_context c = z3_context(z);
  Z3_sort sort = sort_of(z, width);
  struct z3_term r = {.width = width};
  r.number = keep(z, is_signed ? Z3_mk_fpa_to_fp_signed(c, nearest(z), a->bits, sort)
                               : Z3_mk_fpa_to_fp_unsigned(c, nearest(z), a->bits, sort));
  r.bits = keep(z, Z3_mk_fpa_to_ieee_bv(c, r.number));
  return r;
}

/* Where it fits: the theory leaves open what it gives elsewhere. */
static Z3_ast to_integer(struct z3 *z, struct z3_term *a, unsigned width) {
  Z3_context c = z3_context(z);
  double limit = width == 32 ? 2147483648.0 : 9223372036854775808.0;
  Z3_ast x = as_number(z, a), low = keep(z, Z3_mk_fpa_numeral_double(c, -limit, sort_of(z, a->width)));
  Z3_ast high = keep(z, Z3_mk_fpa_numeral_double(c, limit, sort_of(z, a->width)));
  Z3_ast both[2] = {keep(z, Z3_mk_fpa_leq(c, low, x)), keep(z, Z3_mk_fpa_lt(c, x, high))};
  Z3_ast value = keep(z, Z3_mk_fpa_to_sbv(c, keep(z, Z3_mk_fpa_rtz(c)), x, width));
  return choose(z, keep(z, Z3_mk_and(c, 2, both)), value, bits_of(z, 1ull << (width - 1), width));
}

struct z3_term z3_float_term(struct z3 *z, enum sym_op op, unsigned width, struct z3_term t[3]) {
  Z3_context c = z3_context(z);
  struct z3_term r = {.width = width};
  switch (op) {
  case SYM_FEQ: r.bits = Z3_mk_fpa_eq(c, as_number(z, &t[0]), as_number(z, &t[1])); break;
  case SYM_FLT: r.bits = Z3_mk_fpa_lt(c, as_number(z, &t[0]), as_number(z, &t[1])); break;
  case SYM_FLE: r.bits = Z3_mk_fpa_leq(c, as_number(z, &t[0]), as_number(z, &t[1])); break;
  case SYM_FTOS: r.bits = to_integer(z, &t[0], width); break;
  case SYM_STOF:
  case SYM_UTOF: return from_integer(z, op == SYM_STOF, &t[0], width);
  case SYM_FCONV: return convert(z, &t[0], width);
  default: r.number = keep(z, arithmetic(z, op, t)); r.bits = bits_of_result(z, &r, t, width);
  }
  return r;
}
