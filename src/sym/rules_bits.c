/* Bitwise operators and shifts. Masks and shifts by constants become pieces put together (extract, concat), so that
   fields written into a word can be read back as they were; AND and OR absorb duplicates and complements one level
   deep. */
#include "sym/node.h"

bool is_complement(struct sym *s, sym_id a, sym_id b) {
  if (is(s, a, SYM_NOT)) return left(s, a) == b;
  if (is(s, b, SYM_NOT)) return left(s, b) == a;
  if (width_of(s, a) != 1 || !is_compare(op_of(s, a)) || !is_compare(op_of(s, b)) || is(s, a, SYM_EQ)) return false;
  return sym_not(s, a) == b;
}

/* match:  x & 0   x | 0   x ^ 0   x & 1..1   x | 1..1   x ^ 1..1      result: 0   x   x   x   1..1   ~x */
static sym_id neutral_or_absorbing(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (is_value(s, b, 0)) return op == SYM_AND ? b : a;
  if (is_ones(s, b)) return op == SYM_AND ? a : op == SYM_OR ? b : sym_not(s, a);
  return 0;
}

/* match:  x & x   x | x   x ^ x   x & ~x  x | ~x  x ^ ~x  result: x   x   0   0   1..1   1..1 */
static sym_id same_or_complement(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  unsigned w = width_of(s, a);
  if (a == b) return op == SYM_XOR ? sym_const(s, 0, w) : a;
  if (is_complement(s, a, b)) return sym_const(s, op == SYM_AND ? 0 : ~0ull, w);
  return 0;
}

/* match:  (x OP k1) OP k2                 result: x OP (k1 OP k2) */
static sym_id constants_together(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is_const(s, b) || !is_with_const(s, a, op)) return 0;
  return sym_binary(s, op, left(s, a), sym_binary(s, op, right(s, a), b));
}

/* match:  (x ^ k) ^ y                     result: (x ^ y) ^ k */
static sym_id xor_constant_outwards(struct sym *s, sym_id a, sym_id b) {
  if (is_const(s, b)) return 0;
  if (!is_with_const(s, a, SYM_XOR)) {
    if (!is_with_const(s, b, SYM_XOR)) return 0;
    sym_id swap = a;
    a = b, b = swap;
  }
  sym_id k = right(s, a);
  return sym_binary(s, SYM_XOR, sym_binary(s, SYM_XOR, left(s, a), b), k);
}

/* match:  (x ^ y) ^ x                     result: y */
static sym_id xor_cancel(struct sym *s, sym_id a, sym_id b) {
  for (int turn = 0; turn < 2; turn++) {
    if (is(s, a, SYM_XOR) && left(s, a) == b) return right(s, a);
    if (is(s, a, SYM_XOR) && right(s, a) == b) return left(s, a);
    sym_id swap = a;
    a = b, b = swap;
  }
  return 0;
}

/* match:  ~x ^ y                          result: ~(x ^ y) */
static sym_id xor_not_outwards(struct sym *s, sym_id a, sym_id b) {
  if (is_const(s, b)) return 0;
  if (is(s, a, SYM_NOT)) return sym_not(s, sym_binary(s, SYM_XOR, left(s, a), b));
  if (is(s, b, SYM_NOT)) return sym_not(s, sym_binary(s, SYM_XOR, a, left(s, b)));
  return 0;
}

/* match:  x ^ y of one bit                result: ~(x == y) */
static sym_id xor_of_booleans(struct sym *s, sym_id a, sym_id b) {
  return width_of(s, a) == 1 ? sym_not(s, sym_binary(s, SYM_EQ, a, b)) : 0;
}

/* match:  ~x & ~y   ~x | ~y               result: ~(x | y)   ~(x & y) */
static sym_id de_morgan(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is(s, a, SYM_NOT) || !is(s, b, SYM_NOT)) return 0;
  return sym_not(s, sym_binary(s, op == SYM_AND ? SYM_OR : SYM_AND, left(s, a), left(s, b)));
}

/* match:  x & (x & y)    result: x & y        match:  x & (x | y)    result: x
   match:  x & (~x & y)   result: 0            match:  x & (~x | y)   result: x & y        and with & and | exchanged */
static sym_id absorb(struct sym *s, enum sym_op op, sym_id x, sym_id inner) {
  enum sym_op other = op == SYM_AND ? SYM_OR : SYM_AND, inner_op = op_of(s, inner);
  if (inner_op != op && inner_op != other) return 0;
  sym_id p = left(s, inner), q = right(s, inner);
  if (p == x || q == x) return inner_op == op ? inner : x;
  bool first = is_complement(s, p, x);
  if (!first && !is_complement(s, q, x)) return 0;
  if (inner_op == op) return sym_const(s, op == SYM_AND ? 0 : ~0ull, width_of(s, x));
  return sym_binary(s, op, x, first ? q : p);
}

/* match:  (x & y) & (x & z), (x | y) | (x | z)            result: one x only: (x & y) & z */
static sym_id absorb_pairs(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is(s, a, op) || !is(s, b, op)) return 0;
  sym_id p = left(s, b), q = right(s, b);
  if (left(s, a) == p || right(s, a) == p) return sym_binary(s, op, a, q);
  if (left(s, a) == q || right(s, a) == q) return sym_binary(s, op, a, p);
  return 0;
}

/* match:  x & k where k clears only bits that are 0 in x; x | k where k sets only bits that are 1      result: x */
static sym_id known_bits_absorb(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is_const(s, b)) return 0;
  uint64_t k = value_of(s, b), rest = ~k & mask_of(width_of(s, a));
  if (op == SYM_AND && !(rest & ~s->known[a].zeros)) return a;
  if (op == SYM_OR && !(k & ~s->known[a].ones)) return a;
  return 0;
}

static unsigned runs_of_ones(uint64_t k) { return (unsigned)__builtin_popcountll(k & ~(k << 1)); }

/* match:  x & k, k with at most three runs of ones        result: the selected pieces of x between zeros */
static sym_id mask_to_pieces(struct sym *s, sym_id a, sym_id b) {
  if (!is_const(s, b) || runs_of_ones(value_of(s, b)) > 3) return 0;
  uint64_t k = value_of(s, b);
  unsigned w = width_of(s, a), low = 0;
  sym_id result = 0;
  while (low < w) {
    // NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift): low is less than the width, which is at most 64
    bool one = k >> low & 1;
    uint64_t rest = (one ? ~k : k) >> low;
    unsigned run = rest ? (unsigned)__builtin_ctzll(rest) : 64;
    if (run > w - low) run = w - low;
    sym_id piece = one ? sym_extract(s, a, low, run) : sym_const(s, 0, run);
    result = result ? sym_concat(s, piece, result) : piece;
    low += run;
  }
  return result;
}

/* The lowest bit at which the term is put together from parts; 0 when it is not. */
static unsigned cut_of(const struct sym *s, sym_id a) {
  if (is(s, a, SYM_CONCAT)) return width_of(s, right(s, a));
  return is(s, a, SYM_ZEXT) ? width_of(s, left(s, a)) : 0;
}

/* match:  concat(x, y) OP z, z a constant or put together itself       result: concat(x OP z', y OP z'') */
static sym_id split_at_cut(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  unsigned cut = cut_of(s, a), other = cut_of(s, b), w = width_of(s, a);
  if (!(cut && (other || is_const(s, b))) && !(other && is_const(s, a))) return 0;
  if (!spend(s)) return 0;
  if (!cut || (other && other < cut)) cut = other;
  sym_id ha = sym_extract(s, a, cut, w - cut), hb = sym_extract(s, b, cut, w - cut);
  sym_id high = sym_binary(s, op, ha, hb);
  sym_id la = sym_extract(s, a, 0, cut), lb = sym_extract(s, b, 0, cut);
  return sym_concat(s, high, sym_binary(s, op, la, lb));
}

/* match:  x & zext(y)                     result: zext(extract(x) & y) */
static sym_id and_zext(struct sym *s, sym_id a, sym_id b) {
  if (!is(s, b, SYM_ZEXT)) {
    sym_id swap = a;
    a = b, b = swap;
  }
  if (!is(s, b, SYM_ZEXT)) return 0;
  unsigned inner = width_of(s, left(s, b)), w = width_of(s, b);
  sym_id y = left(s, b);
  return sym_zext(s, sym_binary(s, SYM_AND, sym_extract(s, a, 0, inner), y), w);
}

static sym_id rules_xor(struct sym *s, sym_id a, sym_id b) {
  sym_id r;
  if ((r = constants_together(s, SYM_XOR, a, b)) || (r = xor_of_booleans(s, a, b)) || (r = xor_cancel(s, a, b)) ||
      (r = xor_not_outwards(s, a, b)) || (r = split_at_cut(s, SYM_XOR, a, b)) || (r = xor_constant_outwards(s, a, b)))
    return r;
  return 0;
}

sym_id rules_bitwise(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id r;
  if ((r = neutral_or_absorbing(s, op, a, b)) || (r = same_or_complement(s, op, a, b))) return r;
  if (op == SYM_XOR) return rules_xor(s, a, b);
  if ((r = known_bits_absorb(s, op, a, b)) || (r = constants_together(s, op, a, b)) || (r = de_morgan(s, op, a, b)) ||
      (r = absorb(s, op, a, b)) || (r = absorb(s, op, b, a)) || (r = absorb_pairs(s, op, a, b)))
    return r;
  if (op == SYM_AND && ((r = mask_to_pieces(s, a, b)) || (r = and_zext(s, a, b)))) return r;
  return split_at_cut(s, op, a, b);
}

/* -- not ----------------------------------------------------------------------------------------------------------- */

/* match:  ~(a < b)   ~(a <= b)            result: b <= a   b < a */
static sym_id not_order(struct sym *s, sym_id a) {
  static const uint8_t turned[] = {[SYM_ULT - SYM_ULT] = SYM_ULE,
                                   [SYM_ULE - SYM_ULT] = SYM_ULT,
                                   [SYM_SLT - SYM_ULT] = SYM_SLE,
                                   [SYM_SLE - SYM_ULT] = SYM_SLT};
  enum sym_op op = op_of(s, a);
  return op >= SYM_ULT && op <= SYM_SLE ? sym_binary(s, turned[op - SYM_ULT], right(s, a), left(s, a)) : 0;
}

/* match:  ~ite(c, k1, k2)                 result: ite(c, ~k1, ~k2) */
static sym_id not_ite(struct sym *s, sym_id a) {
  if (!is(s, a, SYM_ITE) || !is_const(s, right(s, a)) || !is_const(s, at(s, a)->c)) return 0;
  sym_id yes = sym_not(s, right(s, a));
  return sym_ite(s, left(s, a), yes, sym_not(s, at(s, a)->c));
}

/* match:  ~concat(x, y)   ~zext(x)        result: concat(~x, ~y)   concat(1..1, ~x) */
static sym_id not_split(struct sym *s, sym_id a) {
  unsigned cut = cut_of(s, a), w = width_of(s, a);
  if (!cut || !spend(s)) return 0;
  sym_id high = sym_not(s, sym_extract(s, a, cut, w - cut));
  return sym_concat(s, high, sym_not(s, sym_extract(s, a, 0, cut)));
}

/* match:  ~sext(x)                        result: sext(~x) */
static sym_id not_sext(struct sym *s, sym_id a) {
  return is(s, a, SYM_SEXT) ? sym_sext(s, sym_not(s, left(s, a)), width_of(s, a)) : 0;
}

/* match:  ~~x                             result: x */
sym_id rules_not(struct sym *s, sym_id a) {
  sym_id r;
  if (is(s, a, SYM_NOT)) return left(s, a);
  if ((r = not_order(s, a)) || (r = not_ite(s, a)) || (r = not_split(s, a)) || (r = not_sext(s, a))) return r;
  return 0;
}

/* -- shifts -------------------------------------------------------------------------------------------------------- */

/* match:  x << k   x >> k                 result: pieces of x put together with zeros or the sign */
static sym_id shift_by_constant(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (!is_const(s, b)) return 0;
  unsigned w = width_of(s, a);
  uint64_t k = value_of(s, b);
  if (!k) return a;
  if (op == SYM_ASHR) {
    if (k >= w) k = w - 1;
    return sym_sext(s, sym_extract(s, a, (unsigned)k, w - (unsigned)k), w);
  }
  if (k >= w) return sym_const(s, 0, w);
  unsigned n = (unsigned)k;
  if (op == SYM_SHL) return sym_concat(s, sym_extract(s, a, 0, w - n), sym_const(s, 0, n));
  return sym_zext(s, sym_extract(s, a, n, w - n), w);
}

/* match:  0 << x   0 >> x, or a shift by at least the width       result: 0 */
static sym_id shift_to_zero(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  if (is_value(s, a, 0)) return a;
  unsigned w = width_of(s, a);
  return op != SYM_ASHR && s->known[b].min >= w ? sym_const(s, 0, w) : 0;
}

/* match:  x >> y signed, sign of x known to be 0          result: x >> y unsigned */
static sym_id shift_without_sign(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  bool positive = s->known[a].zeros & sign_bit(width_of(s, a));
  return op == SYM_ASHR && positive ? sym_binary(s, SYM_LSHR, a, b) : 0;
}

sym_id rules_shift(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id r;
  if ((r = shift_by_constant(s, op, a, b)) || (r = shift_to_zero(s, op, a, b)) || (r = shift_without_sign(s, op, a, b)))
    return r;
  return 0;
}
