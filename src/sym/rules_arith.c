/* Sums, products and divisions. Normal form: constants are gathered at the outside of a sum (x + k, or k - x);
   subtraction of a constant is an addition; powers of two are shifts, that is, pieces put together. */
#include "sym/node.h"

static sym_id add_value(struct sym *s, sym_id a, uint64_t k) {
  return sym_binary(s, SYM_ADD, a, sym_const(s, k, width_of(s, a)));
}
static sym_id negate(struct sym *s, sym_id a) { return sym_binary(s, SYM_SUB, sym_const(s, 0, width_of(s, a)), a); }
static bool is_sub_from_const(const struct sym *s, sym_id a) { return is(s, a, SYM_SUB) && is_const(s, left(s, a)); }

/* -- addition ------------------------------------------------------------------------------------------------------ */

/* match:  x + 0                           result: x
   match:  (x + k1) + k2   (k1 - x) + k2   result: x + (k1 + k2)   (k1 + k2) - x */
static sym_id add_constant(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, b)) return 0;
  if (is_value(s, b, 0)) return a;
  if (is_with_const(s, a, SYM_ADD)) return add_value(s, left(s, a), value_of(s, right(s, a)) + value_of(s, b));
  if (!is_sub_from_const(s, a)) return 0;
  sym_id x = right(s, a);
  return sym_binary(s, SYM_SUB, sym_const(s, value_of(s, left(s, a)) + value_of(s, b), width_of(s, a)), x);
}

/* match:  (x + k) + y   (k - x) + y       result: (x + y) + k   (y - x) + k */
static sym_id add_constant_outwards(struct sym *s, sym_id a, sym_id b) {
  if (is_const(s, b)) return 0;
  for (int turn = 0; turn < 2; turn++) {
    if (is_with_const(s, a, SYM_ADD)) {
      uint64_t k = value_of(s, right(s, a));
      return add_value(s, sym_binary(s, SYM_ADD, left(s, a), b), k);
    }
    if (is_sub_from_const(s, a)) {
      uint64_t k = value_of(s, left(s, a));
      return add_value(s, sym_binary(s, SYM_SUB, b, right(s, a)), k);
    }
    sym_id swap = a;
    a = b, b = swap;
  }
  return 0;
}

/* match:  (x - y) + y                     result: x
   match:  x + x                           result: x << 1
   match:  x + ~x                          result: 1..1 */
static sym_id add_same(struct sym *s, sym_id a, sym_id b) {
  if (is(s, a, SYM_SUB) && right(s, a) == b) return left(s, a);
  if (is(s, b, SYM_SUB) && right(s, b) == a) return left(s, b);
  unsigned w = width_of(s, a);
  if (a == b) return sym_binary(s, SYM_SHL, a, sym_const(s, 1, w));
  bool inverse = (is(s, a, SYM_NOT) && left(s, a) == b) || (is(s, b, SYM_NOT) && left(s, b) == a);
  return inverse ? sym_const(s, ~0ull, w) : 0;
}

/* match:  x + y without common bits, both put together    result: x | y */
static sym_id add_disjoint(struct sym *s, sym_id a, sym_id b) {
  bool together = (is(s, a, SYM_CONCAT) || is(s, a, SYM_ZEXT)) && (is(s, b, SYM_CONCAT) || is(s, b, SYM_ZEXT));
  if (!together || (s->known[a].zeros | s->known[b].zeros) != mask_of(width_of(s, a))) return 0;
  return sym_binary(s, SYM_OR, a, b);
}

/* match:  x + y of one bit                result: x ^ y (subtraction too) */
static sym_id add_booleans(struct sym *s, sym_id a, sym_id b) {
  return width_of(s, a) == 1 ? sym_binary(s, SYM_XOR, a, b) : 0;
}

static sym_id rules_add(struct sym *s, sym_id a, sym_id b) {
  sym_id r;
  if ((r = add_booleans(s, a, b)) || (r = add_constant(s, a, b)) || (r = add_same(s, a, b)) ||
      (r = add_constant_outwards(s, a, b)) || (r = add_disjoint(s, a, b)))
    return r;
  return 0;
}

/* -- subtraction --------------------------------------------------------------------------------------------------- */

/* match:  x - x                           result: 0
   match:  (x + y) - x                     result: y
   match:  x - (x + y)                     result: 0 - y
   match:  x - (x - y)                     result: y */
static sym_id sub_same(struct sym *s, sym_id a, sym_id b) {
  if (a == b) return sym_const(s, 0, width_of(s, a));
  if (is(s, a, SYM_ADD) && left(s, a) == b) return right(s, a);
  if (is(s, a, SYM_ADD) && right(s, a) == b) return left(s, a);
  if (is(s, b, SYM_ADD) && left(s, b) == a) return negate(s, right(s, b));
  if (is(s, b, SYM_ADD) && right(s, b) == a) return negate(s, left(s, b));
  return is(s, b, SYM_SUB) && left(s, b) == a ? right(s, b) : 0;
}

/* match:  x - k                           result: x + -k */
static sym_id sub_constant(struct sym *s, sym_id a, sym_id b) {
  return is_const(s, b) ? add_value(s, a, 0 - value_of(s, b)) : 0;
}

/* match:  k1 - (x + k2)   k1 - (k2 - x)   k - ~x          result: (k1 - k2) - x   x + (k1 - k2)   x + (k + 1) */
static sym_id sub_from_constant(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, a)) return 0;
  uint64_t k = value_of(s, a);
  if (is(s, b, SYM_NOT)) return add_value(s, left(s, b), k + 1);
  if (is_sub_from_const(s, b)) return add_value(s, right(s, b), k - value_of(s, left(s, b)));
  if (!is_with_const(s, b, SYM_ADD)) return 0;
  sym_id x = left(s, b);
  return sym_binary(s, SYM_SUB, sym_const(s, k - value_of(s, right(s, b)), width_of(s, a)), x);
}

/* match:  (x + k) - y   (k - x) - y       result: (x - y) + k   k - (x + y)
   match:  x - (y + k)   x - (k - y)       result: (x - y) - k   (x + y) - k */
static sym_id sub_constant_outwards(struct sym *s, sym_id a, sym_id b) {
  if (is_const(s, a) || is_const(s, b)) return 0;
  if (is_with_const(s, a, SYM_ADD)) {
    uint64_t k = value_of(s, right(s, a));
    return add_value(s, sym_binary(s, SYM_SUB, left(s, a), b), k);
  }
  if (is_sub_from_const(s, a)) {
    sym_id k = left(s, a);
    return sym_binary(s, SYM_SUB, k, sym_binary(s, SYM_ADD, right(s, a), b));
  }
  if (is_with_const(s, b, SYM_ADD)) {
    uint64_t k = value_of(s, right(s, b));
    return add_value(s, sym_binary(s, SYM_SUB, a, left(s, b)), 0 - k);
  }
  if (!is_sub_from_const(s, b)) return 0;
  uint64_t k = value_of(s, left(s, b));
  return add_value(s, sym_binary(s, SYM_ADD, a, right(s, b)), 0 - k);
}

static sym_id rules_sub(struct sym *s, sym_id a, sym_id b) {
  sym_id r;
  if ((r = add_booleans(s, a, b)) || (r = sub_same(s, a, b)) || (r = sub_constant(s, a, b)) ||
      (r = sub_from_constant(s, a, b)) || (r = sub_constant_outwards(s, a, b)))
    return r;
  return 0;
}

/* -- products ------------------------------------------------------------------------------------------------------ */

/* match:  x * 0   x * 1   x * -1   x * 2^n        result: 0   x   0 - x   x << n
   match:  (x * k1) * k2   (x + k1) * k2           result: x * (k1 * k2)   x * k2 + k1 * k2 */
static sym_id mul_constant(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, b)) return 0;
  uint64_t k = value_of(s, b);
  unsigned w = width_of(s, a);
  if (k == 0) return b;
  if (is_power2(k)) return sym_binary(s, SYM_SHL, a, sym_const(s, log2_of(k), w));
  if (is_ones(s, b)) return negate(s, a);
  if (is_with_const(s, a, SYM_MUL)) return sym_binary(s, SYM_MUL, left(s, a), sym_binary(s, SYM_MUL, right(s, a), b));
  if (!is_with_const(s, a, SYM_ADD)) return 0;
  uint64_t offset = value_of(s, right(s, a)) * k;
  return add_value(s, sym_binary(s, SYM_MUL, left(s, a), b), offset);
}

/* match:  x * y of one bit                result: x & y */
static sym_id mul_booleans(struct sym *s, sym_id a, sym_id b) {
  return width_of(s, a) == 1 ? sym_binary(s, SYM_AND, a, b) : 0;
}

/* match:  umulh(x, 0)   smulh(x, 0)       result: 0
   match:  umulh(x, 2^n)                   result: x >> (w - n) */
static sym_id mulh_constant(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (is_value(s, b, 0)) return b;
  if (op != SYM_UMULH || !is_const(s, b) || !is_power2(value_of(s, b))) return 0;
  unsigned w = width_of(s, a), n = log2_of(value_of(s, b));
  return n ? sym_zext(s, sym_extract(s, a, w - n, n), w) : sym_const(s, 0, w);
}

/* match:  smulh(x, y), both signs known to be 0           result: umulh(x, y) */
static sym_id smulh_positive(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  bool positive = s->known[a].zeros & s->known[b].zeros & sign_bit(width_of(s, a));
  return op == SYM_SMULH && positive ? sym_binary(s, SYM_UMULH, a, b) : 0;
}

sym_id rules_arith(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id r;
  if (op == SYM_ADD) return rules_add(s, a, b);
  if (op == SYM_SUB) return rules_sub(s, a, b);
  if (op == SYM_MUL) return (r = mul_booleans(s, a, b)) ? r : mul_constant(s, a, b);
  return (r = mulh_constant(s, op, a, b)) ? r : smulh_positive(s, op, a, b);
}

/* -- division ------------------------------------------------------------------------------------------------------ */

/* match:  x / 0   x % 0   x / 1   x % 1   x / -1 signed   x % -1 signed       result: as SMT-LIB, x, x, 0, 0 - x, 0 */
static sym_id divide_by_trivial(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  unsigned w = width_of(s, a);
  bool remainder = op == SYM_UREM || op == SYM_SREM, is_signed = op == SYM_SDIV || op == SYM_SREM;
  if (is_value(s, b, 0)) {
    if (remainder) return a;
    sym_id ones = sym_const(s, ~0ull, w);
    return is_signed ? sym_ite(s, sym_extract(s, a, w - 1, 1), sym_const(s, 1, w), ones) : ones;
  }
  if (w == 1) return 0; /* there 1 is also -1 */
  if (is_value(s, b, 1)) return remainder ? sym_const(s, 0, w) : a;
  if (!is_signed || !is_ones(s, b)) return 0;
  return remainder ? sym_const(s, 0, w) : negate(s, a);
}

/* match:  x / 2^n   x % 2^n unsigned      result: x >> n   x & (2^n - 1) */
static sym_id divide_by_power(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if ((op != SYM_UDIV && op != SYM_UREM) || !is_const(s, b) || !is_power2(value_of(s, b))) return 0;
  unsigned w = width_of(s, a);
  if (op == SYM_UREM) return sym_binary(s, SYM_AND, a, sym_const(s, value_of(s, b) - 1, w));
  return sym_binary(s, SYM_LSHR, a, sym_const(s, log2_of(value_of(s, b)), w));
}

/* match:  x / y   x % y signed, both signs known to be 0          result: the same, unsigned */
static sym_id divide_positive(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  bool positive = s->known[a].zeros & s->known[b].zeros & sign_bit(width_of(s, a));
  if (!positive || (op != SYM_SDIV && op != SYM_SREM)) return 0;
  return sym_binary(s, op == SYM_SDIV ? SYM_UDIV : SYM_UREM, a, b);
}

/* match:  x % y unsigned, x < y always    result: x
   match:  x / y unsigned, x < y always    result: 0 */
static sym_id divide_smaller(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (s->known[a].max >= s->known[b].min) return 0;
  if (op == SYM_UREM) return a;
  return op == SYM_UDIV ? sym_const(s, 0, width_of(s, a)) : 0;
}

/* match:  x / y   x % y unsigned, high bits of both known to be 0, y not 0    result: zext of the narrower operation */
static sym_id divide_narrow(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if ((op != SYM_UDIV && op != SYM_UREM) || !s->known[b].min) return 0;
  unsigned w = width_of(s, a), n = log2_of(s->known[a].max | s->known[b].max) + 1;
  if (n >= w || n < 1 || 4 * n > 3 * w) return 0;
  sym_id x = sym_extract(s, a, 0, n);
  return sym_zext(s, sym_binary(s, op, x, sym_extract(s, b, 0, n)), w);
}

sym_id rules_divide(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id r;
  if ((r = divide_by_trivial(s, op, a, b)) || (r = divide_by_power(s, op, a, b)) ||
      (r = divide_positive(s, op, a, b)) || (r = divide_smaller(s, op, a, b)) || (r = divide_narrow(s, op, a, b)))
    return r;
  return 0;
}
