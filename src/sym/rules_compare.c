/* Comparisons. Normal form: EQ with the constant on the right; an order against a constant is strict (ULT, SLT), so
   ULE and SLE stand only between two terms that are not constant; an order of values with equal known sign is
   unsigned. */
#include "sym/node.h"

static sym_id eq_value(struct sym *s, sym_id a, uint64_t k) {
  return sym_binary(s, SYM_EQ, a, sym_const(s, k, width_of(s, a)));
}

/* -- equality ------------------------------------------------------------------------------------------------------ */

/* match:  x == x                          result: 1
   match:  known bits or ranges of x and y exclude each other      result: 0 */
static sym_id eq_known(struct sym *s, sym_id a, sym_id b) {
  struct known x = s->known[a], y = s->known[b];
  if (a == b) return boolean(s, true);
  if ((x.zeros & y.ones) | (x.ones & y.zeros)) return boolean(s, false);
  return x.max < y.min || y.max < x.min || is_complement(s, a, b) ? boolean(s, false) : 0;
}

/* match:  x == 1   x == 0 of one bit      result: x   ~x
   match:  ~x == y of one bit              result: ~(x == y) */
static sym_id eq_boolean(struct sym *s, sym_id a, sym_id b) {
  if (width_of(s, a) != 1) return 0;
  if (is_const(s, b)) return value_of(s, b) ? a : sym_not(s, a);
  if (is(s, a, SYM_NOT)) return sym_not(s, sym_binary(s, SYM_EQ, left(s, a), b));
  if (is(s, b, SYM_NOT)) return sym_not(s, sym_binary(s, SYM_EQ, a, left(s, b)));
  return 0;
}

/* match:  x + k1 == k2   k1 - x == k2   x ^ k1 == k2   ~x == k    result: x == the constant that makes it true */
static sym_id eq_move_constant(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, b)) return 0;
  uint64_t k = value_of(s, b);
  if (is(s, a, SYM_NOT)) return eq_value(s, left(s, a), ~k);
  if (is_with_const(s, a, SYM_ADD)) return eq_value(s, left(s, a), k - value_of(s, right(s, a)));
  if (is_with_const(s, a, SYM_XOR)) return eq_value(s, left(s, a), k ^ value_of(s, right(s, a)));
  if (is(s, a, SYM_SUB) && is_const(s, left(s, a))) return eq_value(s, right(s, a), value_of(s, left(s, a)) - k);
  return 0;
}

/* match:  x - y == 0   x ^ y == 0         result: x == y */
static sym_id eq_difference(struct sym *s, sym_id a, sym_id b) {
  if (!is_value(s, b, 0) || (!is(s, a, SYM_SUB) && !is(s, a, SYM_XOR))) return 0;
  return sym_binary(s, SYM_EQ, left(s, a), right(s, a));
}

static uint64_t inverse_of_odd(uint64_t k) {
  uint64_t x = k; /* right in the lowest three bits; each step doubles them */
  for (int i = 0; i < 5; i++) x *= 2 - k * x;
  return x;
}

/* match:  x * k1 == k2, k1 odd            result: x == k2 / k1 (modulo 2^w) */
static sym_id eq_odd_product(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, b) || !is_with_const(s, a, SYM_MUL) || !(value_of(s, right(s, a)) & 1)) return 0;
  return eq_value(s, left(s, a), value_of(s, b) * inverse_of_odd(value_of(s, right(s, a))));
}

/* match:  zext(x) == k   sext(x) == k     result: x == k' (or 0 when x cannot be k) */
static sym_id eq_extended(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, b) || (!is(s, a, SYM_ZEXT) && !is(s, a, SYM_SEXT))) return 0;
  sym_id x = left(s, a);
  unsigned inner = width_of(s, x);
  uint64_t k = value_of(s, b), low = k & mask_of(inner);
  uint64_t back = is(s, a, SYM_ZEXT) ? low : (uint64_t)signed_of(low, inner) & mask_of(width_of(s, a));
  return back == k ? eq_value(s, x, low) : boolean(s, false);
}

/* match:  zext(x) == zext(y)              result: x == y, the narrower one widened
   match:  sext(x) == sext(y) of one width result: x == y */
static sym_id eq_both_extended(struct sym *s, sym_id a, sym_id b) {
  enum sym_op op = op_of(s, a);
  if ((op != SYM_ZEXT && op != SYM_SEXT) || !is(s, b, op)) return 0;
  sym_id x = left(s, a), y = left(s, b);
  unsigned wx = width_of(s, x), wy = width_of(s, y), w = wx > wy ? wx : wy;
  if (op == SYM_SEXT) return sym_binary(s, SYM_EQ, sym_sext(s, x, w), sym_sext(s, y, w));
  return sym_binary(s, SYM_EQ, sym_zext(s, x, w), sym_zext(s, y, w));
}

/* match:  concat(x, y) == k               result: x == k' & y == k''
   match:  concat(x, y) == concat(x, z)    result: y == z (and for the low part) */
static sym_id eq_concat(struct sym *s, sym_id a, sym_id b) {
  if (!is(s, a, SYM_CONCAT)) return 0;
  sym_id h = left(s, a), l = right(s, a);
  unsigned cut = width_of(s, l), w = width_of(s, a);
  if (is(s, b, SYM_CONCAT) && left(s, b) == h) return sym_binary(s, SYM_EQ, l, right(s, b));
  if (is(s, b, SYM_CONCAT) && right(s, b) == l) return sym_binary(s, SYM_EQ, h, left(s, b));
  if (!is_const(s, b) || !spend(s)) return 0;
  sym_id high = sym_binary(s, SYM_EQ, h, sym_extract(s, b, cut, w - cut));
  return sym_binary(s, SYM_AND, high, sym_binary(s, SYM_EQ, l, sym_extract(s, b, 0, cut)));
}

/* match:  ite(c, x, y) == k, x or y constant      result: c ? x == k : y == k */
static sym_id eq_ite(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, b) || !is(s, a, SYM_ITE)) return 0;
  sym_id c = left(s, a), x = right(s, a), y = at(s, a)->c;
  if ((!is_const(s, x) && !is_const(s, y)) || !spend(s)) return 0;
  sym_id yes = sym_binary(s, SYM_EQ, x, b);
  return sym_ite(s, c, yes, sym_binary(s, SYM_EQ, y, b));
}

/* match:  x + y == x + z  (any side; x + y == x too)      result: y == z  (y == 0) */
static sym_id eq_common_term(struct sym *s, sym_id a, sym_id b) {
  for (int turn = 0; turn < 2; turn++) {
    if (is(s, a, SYM_ADD) && left(s, a) == b) return eq_value(s, right(s, a), 0);
    if (is(s, a, SYM_ADD) && right(s, a) == b) return eq_value(s, left(s, a), 0);
    sym_id swap = a;
    a = b, b = swap;
  }
  if (!is(s, a, SYM_ADD) || !is(s, b, SYM_ADD)) return 0;
  sym_id p = left(s, a), q = right(s, a), x = left(s, b), y = right(s, b);
  if (p == x) return sym_binary(s, SYM_EQ, q, y);
  if (p == y) return sym_binary(s, SYM_EQ, q, x);
  if (q == x) return sym_binary(s, SYM_EQ, p, y);
  return q == y ? sym_binary(s, SYM_EQ, p, x) : 0;
}

/* match:  ~x == ~y                        result: x == y */
static sym_id eq_both_not(struct sym *s, sym_id a, sym_id b) {
  if (!is(s, a, SYM_NOT) || !is(s, b, SYM_NOT)) return 0;
  return sym_binary(s, SYM_EQ, left(s, a), left(s, b));
}

sym_id rules_equal(struct sym *s, sym_id a, sym_id b) {
  sym_id r;
  if ((r = eq_known(s, a, b)) || (r = eq_boolean(s, a, b)) || (r = eq_extended(s, a, b)) ||
      (r = eq_move_constant(s, a, b)) || (r = eq_difference(s, a, b)) || (r = eq_odd_product(s, a, b)) ||
      (r = eq_both_extended(s, a, b)) || (r = eq_concat(s, a, b)) ||
      (is(s, b, SYM_CONCAT) && (r = eq_concat(s, b, a))) || (r = eq_ite(s, a, b)) || (r = eq_both_not(s, a, b)) ||
      (r = eq_common_term(s, a, b)))
    return r;
  return 0;
}

/* -- orders -------------------------------------------------------------------------------------------------------- */

static bool is_strict(enum sym_op op) { return op == SYM_ULT || op == SYM_SLT; }
static bool is_signed(enum sym_op op) { return op == SYM_SLT || op == SYM_SLE; }

/* A map of values onto values that keeps unsigned order; for signed orders the sign bit is turned over. */
static uint64_t rank(enum sym_op op, uint64_t v, unsigned w) { return is_signed(op) ? v ^ sign_bit(w) : v; }

static void ranks(const struct sym *s, enum sym_op op, sym_id a, uint64_t *min, uint64_t *max) {
  struct known k = s->known[a];
  unsigned w = width_of(s, a);
  uint64_t sign = sign_bit(w), rest = mask_of(w) >> 1;
  if (!is_signed(op) || ((k.min ^ k.max) & sign) == 0) {
    *min = rank(op, k.min, w), *max = rank(op, k.max, w);
    return;
  }
  if (is(s, a, SYM_SEXT)) rest = mask_of(width_of(s, left(s, a))) >> 1;
  *min = (k.ones & rest) | (mask_of(w) >> 1 & ~rest); /* negative, as few bits as possible */
  *max = sign | (~k.zeros & rest);
}

/* match:  x < x   x <= x, or the ranges decide            result: the constant */
static sym_id order_known(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (a == b) return boolean(s, !is_strict(op));
  uint64_t min_a, max_a, min_b, max_b;
  ranks(s, op, a, &min_a, &max_a);
  ranks(s, op, b, &min_b, &max_b);
  if (is_strict(op) ? max_a < min_b : max_a <= min_b) return boolean(s, true);
  return (is_strict(op) ? min_a >= max_b : min_a > max_b) ? boolean(s, false) : 0;
}

/* match:  x OP y of one bit               result: & and | */
static sym_id order_boolean(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (width_of(s, a) != 1) return 0;
  if (is_signed(op)) { /* 1 is -1, below 0 */
    sym_id swap = a;
    a = b, b = swap;
  }
  return sym_binary(s, is_strict(op) ? SYM_AND : SYM_OR, sym_not(s, a), b);
}

/* match:  x <= k   k <= x                 result: x < k + 1   k - 1 < x  (the extreme k are decided by ranges) */
static sym_id order_strict(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (is_strict(op)) return 0;
  unsigned w = width_of(s, a);
  enum sym_op strict = op == SYM_ULE ? SYM_ULT : SYM_SLT;
  if (is_const(s, b)) return sym_binary(s, strict, a, sym_const(s, value_of(s, b) + 1, w));
  return is_const(s, a) ? sym_binary(s, strict, sym_const(s, value_of(s, a) - 1, w), b) : 0;
}

/* match:  x < least + 1   greatest - 1 < x        result: x == least   x == greatest
   match:  x < greatest    least < x               result: ~(x == greatest)   ~(x == least)
   where least and greatest are the ends of the range of x */
static sym_id order_at_end(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is_strict(op) || (!is_const(s, a) && !is_const(s, b))) return 0;
  bool below = is_const(s, b);
  sym_id x = below ? a : b, k = below ? b : a;
  unsigned w = width_of(s, x);
  uint64_t min, max, limit = rank(op, value_of(s, k), w);
  ranks(s, op, x, &min, &max);
  uint64_t single = below ? min : max, rest = below ? max : min;
  if (below ? limit == min + 1 : limit == max - 1) return eq_value(s, x, rank(op, single, w));
  return limit == rest ? sym_not(s, eq_value(s, x, rank(op, rest, w))) : 0;
}

/* match:  x < 0 signed   -1 < x signed    result: the sign bit of x, or its complement */
static sym_id order_sign(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  unsigned w = width_of(s, a);
  if (op != SYM_SLT) return 0;
  if (is_value(s, b, 0)) return sym_extract(s, a, w - 1, 1);
  return is_ones(s, a) ? sym_not(s, sym_extract(s, b, w - 1, 1)) : 0;
}

/* match:  x < y signed, both signs known and equal        result: x < y unsigned */
static sym_id order_same_sign(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is_signed(op)) return 0;
  struct known x = s->known[a], y = s->known[b];
  if (!(((x.zeros & y.zeros) | (x.ones & y.ones)) & sign_bit(width_of(s, a)))) return 0;
  return sym_binary(s, op == SYM_SLT ? SYM_ULT : SYM_ULE, a, b);
}

static bool fits(const struct sym *s, sym_id a, enum sym_op extension, unsigned inner) {
  if (is_const(s, a)) {
    uint64_t v = value_of(s, a), low = v & mask_of(inner);
    return v == (extension == SYM_ZEXT ? low : (uint64_t)signed_of(low, inner) & mask_of(width_of(s, a)));
  }
  return is(s, a, extension) && width_of(s, left(s, a)) <= inner;
}

/* match:  zext(x) < zext(y)  unsigned     result: x < y at the larger inner width; constants that fit count as extended
   match:  sext(x) < sext(y)  any order    result: x < y at the larger inner width */
static sym_id order_extended(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id lead = is_const(s, a) ? b : a;
  enum sym_op extension = op_of(s, lead);
  if (extension != SYM_SEXT && (extension != SYM_ZEXT || is_signed(op))) return 0;
  unsigned inner = width_of(s, left(s, lead));
  if (!is_const(s, a) && is(s, b, extension) && width_of(s, left(s, b)) > inner) inner = width_of(s, left(s, b));
  if (!fits(s, a, extension, inner) || !fits(s, b, extension, inner)) return 0;
  sym_id x = sym_extract(s, a, 0, inner);
  return sym_binary(s, op, x, sym_extract(s, b, 0, inner));
}

/* match:  concat(x, k1) < concat(y, k2), equal cuts (a constant too)     result: x < y, or x <= y if k1 < k2
   match:  concat(x, y) < concat(x, z)                                                     result: y < z unsigned */
static sym_id order_concat(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id lead = is_const(s, a) ? b : a;
  if (!is(s, lead, SYM_CONCAT)) return 0;
  sym_id other = lead == a ? b : a;
  unsigned w = width_of(s, a), cut = width_of(s, right(s, lead));
  bool alike = is(s, other, SYM_CONCAT) && width_of(s, right(s, other)) == cut;
  if (!is_const(s, other) && !alike) return 0;
  sym_id ha = sym_extract(s, a, cut, w - cut), hb = sym_extract(s, b, cut, w - cut);
  sym_id la = sym_extract(s, a, 0, cut), lb = sym_extract(s, b, 0, cut);
  if (ha == hb) return sym_binary(s, is_strict(op) ? SYM_ULT : SYM_ULE, la, lb);
  if (!is_const(s, la) || !is_const(s, lb)) return 0;
  bool low_holds = is_strict(op) ? value_of(s, la) < value_of(s, lb) : value_of(s, la) <= value_of(s, lb);
  enum sym_op strict = is_signed(op) ? SYM_SLT : SYM_ULT, loose = is_signed(op) ? SYM_SLE : SYM_ULE;
  return sym_binary(s, low_holds ? loose : strict, ha, hb);
}

/* match:  ~x < ~y                         result: y < x */
static sym_id order_both_not(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is(s, a, SYM_NOT) || !is(s, b, SYM_NOT)) return 0;
  return sym_binary(s, op, left(s, b), left(s, a));
}

sym_id rules_order(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id r;
  if ((r = order_known(s, op, a, b)) || (r = order_boolean(s, op, a, b)) || (r = order_strict(s, op, a, b)) ||
      (r = order_at_end(s, op, a, b)) || (r = order_sign(s, op, a, b)) || (r = order_same_sign(s, op, a, b)) ||
      (r = order_extended(s, op, a, b)) || (r = order_concat(s, op, a, b)) || (r = order_both_not(s, op, a, b)))
    return r;
  return 0;
}
