/* Terms that only move bits: extract, concat, zero and sign extension.

   Normal form: a concatenation is a list nested to the right (high part first) whose neighbours cannot be merged;
   zeros on top are a ZEXT; an extract stands only on terms that cannot be taken apart; a run of whole bytes of the
   input is one BYTES. */
#include "sym/node.h"

static sym_id zeros(struct sym *s, unsigned width) { return sym_const(s, 0, width); }

/* -- extract: each rule gets the operand, the lowest bit and the width
   -------------------------------------------------- */

/* match:  extract(extract(x, l2), l1)     result: extract(x, l1 + l2) */
static sym_id extract_of_extract(struct sym *s, sym_id a, unsigned low, unsigned width) {
  if (!is(s, a, SYM_EXTRACT)) return 0;
  return sym_extract(s, left(s, a), at(s, a)->low + low, width);
}

/* match:  extract(bytes)                  result: bytes, or an extract of the fewest bytes that hold the bits */
static sym_id extract_of_bytes(struct sym *s, sym_id a, unsigned low, unsigned width) {
  if (!is(s, a, SYM_BYTES)) return 0;
  unsigned first = low / 8, last = (low + width - 1) / 8;
  if (last - first + 1 == at(s, a)->low) return 0;
  return sym_extract(s, sym_bytes(s, left(s, a) + first, last - first + 1), low - 8 * first, width);
}

/* match:  extract(concat(h, l))           result: part of h, part of l, or the concat of both parts */
static sym_id extract_of_concat(struct sym *s, sym_id a, unsigned low, unsigned width) {
  if (!is(s, a, SYM_CONCAT)) return 0;
  sym_id high = left(s, a), tail = right(s, a);
  unsigned cut = width_of(s, tail);
  if (low >= cut) return sym_extract(s, high, low - cut, width);
  if (low + width <= cut) return sym_extract(s, tail, low, width);
  sym_id top = sym_extract(s, high, 0, low + width - cut);
  return sym_concat(s, top, sym_extract(s, tail, low, cut - low));
}

/* match:  extract(zext(x))                result: part of x, zeros, or zext(part of x) */
static sym_id extract_of_zext(struct sym *s, sym_id a, unsigned low, unsigned width) {
  if (!is(s, a, SYM_ZEXT)) return 0;
  sym_id x = left(s, a);
  unsigned cut = width_of(s, x);
  if (low >= cut) return zeros(s, width);
  if (low + width <= cut) return sym_extract(s, x, low, width);
  return sym_zext(s, sym_extract(s, x, low, cut - low), width);
}

/* match:  extract(sext(x))                result: part of x, or sext(part of x that ends in the sign bit) */
static sym_id extract_of_sext(struct sym *s, sym_id a, unsigned low, unsigned width) {
  if (!is(s, a, SYM_SEXT)) return 0;
  sym_id x = left(s, a);
  unsigned cut = width_of(s, x);
  if (low + width <= cut) return sym_extract(s, x, low, width);
  unsigned from = low < cut ? low : cut - 1;
  return sym_sext(s, sym_extract(s, x, from, cut - from), width);
}

/* match:  extract(x OP y), OP bitwise, x or y open        result: extract(x) OP extract(y) */
static sym_id extract_of_bitwise(struct sym *s, sym_id a, unsigned low, unsigned width) {
  enum sym_op op = op_of(s, a);
  if (op != SYM_AND && op != SYM_OR && op != SYM_XOR) return 0;
  sym_id x = left(s, a), y = right(s, a);
  if ((!is_open(s, x) && !is_open(s, y)) || !spend(s)) return 0;
  sym_id part = sym_extract(s, x, low, width);
  return sym_binary(s, op, part, sym_extract(s, y, low, width));
}

/* match:  extract(~x)                     result: ~extract(x) */
static sym_id extract_of_not(struct sym *s, sym_id a, unsigned low, unsigned width) {
  if (!is(s, a, SYM_NOT) || !spend(s)) return 0;
  return sym_not(s, sym_extract(s, left(s, a), low, width));
}

/* Built by + - * from extended terms that fit in the width, and constants. Only such sums are cut: others are more
   useful whole, since their bytes may be put together again. */
static bool is_narrow_sum(const struct sym *s, sym_id a, unsigned width, unsigned depth) {
  switch (op_of(s, a)) {
  case SYM_CONST: return true;
  case SYM_ZEXT:
  case SYM_SEXT: return width_of(s, left(s, a)) <= width;
  case SYM_ADD:
  case SYM_SUB:
  case SYM_MUL:
    return depth && is_narrow_sum(s, left(s, a), width, depth - 1) && is_narrow_sum(s, right(s, a), width, depth - 1);
  default: return false;
  }
}

/* match:  extract(x OP y, 0), OP one of + - *, x and y narrow     result: extract(x, 0) OP extract(y, 0) */
static sym_id extract_of_sum(struct sym *s, sym_id a, unsigned low, unsigned width) {
  enum sym_op op = op_of(s, a);
  if (low || (op != SYM_ADD && op != SYM_SUB && op != SYM_MUL)) return 0;
  if (!is_narrow_sum(s, a, width, 5) || !spend(s)) return 0;
  sym_id x = left(s, a), y = right(s, a), part = sym_extract(s, x, 0, width);
  return sym_binary(s, op, part, sym_extract(s, y, 0, width));
}

/* match:  extract(ite(c, x, y)), x or y constant          result: ite(c, extract(x), extract(y)) */
static sym_id extract_of_ite(struct sym *s, sym_id a, unsigned low, unsigned width) {
  if (!is(s, a, SYM_ITE)) return 0;
  sym_id c = left(s, a), x = right(s, a), y = at(s, a)->c;
  if ((!is_const(s, x) && !is_const(s, y)) || !spend(s)) return 0;
  sym_id part = sym_extract(s, x, low, width);
  return sym_ite(s, c, part, sym_extract(s, y, low, width));
}

/* match:  all bits asked for are known    result: the constant */
static sym_id extract_of_known(struct sym *s, sym_id a, unsigned low, unsigned width) {
  uint64_t wanted = mask_of(width) << low, sure = s->known[a].zeros | s->known[a].ones;
  return (sure & wanted) == wanted ? sym_const(s, s->known[a].ones >> low, width) : 0;
}

static sym_id build_extract(struct sym *s, sym_id a, unsigned low, unsigned width) {
  sym_id r;
  if (low == 0 && width == width_of(s, a)) return a;
  if ((r = extract_of_known(s, a, low, width)) || (r = extract_of_bytes(s, a, low, width)) ||
      (r = extract_of_zext(s, a, low, width)) || (r = extract_of_concat(s, a, low, width)) ||
      (r = extract_of_extract(s, a, low, width)) || (r = extract_of_sext(s, a, low, width)) ||
      (r = extract_of_bitwise(s, a, low, width)) || (r = extract_of_not(s, a, low, width)) ||
      (r = extract_of_sum(s, a, low, width)) || (r = extract_of_ite(s, a, low, width)))
    return r;
  return node_make(s, (struct node){.op = SYM_EXTRACT, .width = width, .low = low, .a = a});
}

sym_id sym_extract(struct sym *s, sym_id a, unsigned low, unsigned width) {
  ASSERT(width >= 1 && low + width <= width_of(s, a));
  enter(s);
  return leave(s, build_extract(s, a, low, width));
}

/* -- concat -------------------------------------------------------------------------------------------------------- */

/* A run of bits of one term: the input as a whole (base 0, positions count from variable 0) or any other term. */
struct bit_run {
  sym_id base;
  uint64_t low;
};

static struct bit_run run_of(const struct sym *s, sym_id a) {
  uint64_t low = 0;
  if (is(s, a, SYM_EXTRACT)) low = at(s, a)->low, a = left(s, a);
  return is(s, a, SYM_BYTES) ? (struct bit_run){0, 8ull * left(s, a) + low} : (struct bit_run){a, low};
}

/* match:  concat(x[h..m], x[m..l])        result: x[h..l]; the bytes of an input count as one term */
static sym_id concat_adjacent(struct sym *s, sym_id high, sym_id low) {
  unsigned wl = width_of(s, low), width = wl + width_of(s, high);
  struct bit_run h = run_of(s, high), l = run_of(s, low);
  if (h.base != l.base || h.low != l.low + wl) return 0;
  if (h.base) return sym_extract(s, h.base, (unsigned)l.low, width);
  uint64_t first = l.low / 8, last = (l.low + width - 1) / 8;
  if (last - first >= 8 || s->input_of.data[first] != s->input_of.data[last]) return 0;
  return sym_extract(s, sym_bytes(s, (uint32_t)first, (unsigned)(last - first + 1)), (unsigned)(l.low - 8 * first),
                     width);
}

/* match:  concat(k1, k2)                  result: the constant */
static sym_id concat_constants(struct sym *s, sym_id high, sym_id low) {
  if (!is_const(s, high) || !is_const(s, low)) return 0;
  unsigned wl = width_of(s, low);
  return sym_const(s, value_of(s, high) << wl | value_of(s, low), wl + width_of(s, high));
}

static sym_id merge_parts(struct sym *s, sym_id high, sym_id low) {
  sym_id r = concat_adjacent(s, high, low);
  return r ? r : concat_constants(s, high, low);
}

/* match:  concat(x1 OP y1, x0 OP y0), OP bitwise, x1 x0 and y1 y0 merge       result: x1x0 OP y1y0 (~ too) */
static sym_id concat_bitwise(struct sym *s, sym_id high, sym_id low) {
  enum sym_op op = op_of(s, high);
  if ((op != SYM_AND && op != SYM_OR && op != SYM_XOR && op != SYM_NOT) || !is(s, low, op)) return 0;
  sym_id x1 = left(s, high), x0 = left(s, low), y1 = right(s, high), y0 = right(s, low), x, y;
  if (op == SYM_NOT) return (x = merge_parts(s, x1, x0)) ? sym_not(s, x) : 0;
  if ((x = merge_parts(s, x1, x0)) && (y = merge_parts(s, y1, y0))) return sym_binary(s, op, x, y);
  return (x = merge_parts(s, x1, y0)) && (y = merge_parts(s, y1, x0)) ? sym_binary(s, op, x, y) : 0;
}

/* match:  concat(ite(c, x1, y1), ite(c, x0, y0)), x1 x0 and y1 y0 merge       result: ite(c, x1x0, y1y0) */
static sym_id concat_ites(struct sym *s, sym_id high, sym_id low) {
  if (!is(s, high, SYM_ITE) || !is(s, low, SYM_ITE) || left(s, high) != left(s, low)) return 0;
  sym_id c = left(s, high), y1 = at(s, high)->c, y0 = at(s, low)->c;
  sym_id x = merge_parts(s, right(s, high), right(s, low));
  if (!x) return 0;
  sym_id y = merge_parts(s, y1, y0);
  return y ? sym_ite(s, c, x, y) : 0;
}

/* match:  concat(0, x)                    result: zext(x) */
static sym_id concat_zeros(struct sym *s, sym_id high, sym_id low) {
  return is_value(s, high, 0) ? sym_zext(s, low, width_of(s, high) + width_of(s, low)) : 0;
}

/* match:  concat(k, zext(x))              result: concat(k0, x) */
static sym_id concat_constant_zext(struct sym *s, sym_id high, sym_id low) {
  if (!is_const(s, high) || !is(s, low, SYM_ZEXT)) return 0;
  sym_id x = left(s, low);
  unsigned pad = width_of(s, low) - width_of(s, x);
  return sym_concat(s, sym_const(s, value_of(s, high) << pad, width_of(s, high) + pad), x);
}

/* match:  concat(zext(x), y)              result: zext(concat(x, y)) */
static sym_id concat_of_zext(struct sym *s, sym_id high, sym_id low) {
  if (!is(s, high, SYM_ZEXT)) return 0;
  return sym_zext(s, sym_concat(s, left(s, high), low), width_of(s, high) + width_of(s, low));
}

/* match:  concat(concat(x, y), z)         result: concat(x, concat(y, z)) */
static sym_id concat_nested_left(struct sym *s, sym_id high, sym_id low) {
  if (!is(s, high, SYM_CONCAT)) return 0;
  sym_id x = left(s, high);
  return sym_concat(s, x, sym_concat(s, right(s, high), low));
}

/* match:  concat(x, concat(y, z)), x and y merge          result: concat(xy, z) */
static sym_id concat_merge_next(struct sym *s, sym_id high, sym_id low) {
  if (!is(s, low, SYM_CONCAT)) return 0;
  sym_id next = left(s, low), rest = right(s, low), merged;
  if ((merged = merge_parts(s, high, next)) || (merged = concat_bitwise(s, high, next)) ||
      (merged = concat_ites(s, high, next)))
    return sym_concat(s, merged, rest);
  return 0;
}

static sym_id build_concat(struct sym *s, sym_id high, sym_id low) {
  sym_id r;
  if ((r = concat_constants(s, high, low)) || (r = concat_zeros(s, high, low)) || (r = concat_of_zext(s, high, low)) ||
      (r = concat_nested_left(s, high, low)) || (r = concat_constant_zext(s, high, low)) ||
      (r = concat_adjacent(s, high, low)) || (r = concat_bitwise(s, high, low)) || (r = concat_ites(s, high, low)) ||
      (r = concat_merge_next(s, high, low)))
    return r;
  return node_binary(s, SYM_CONCAT, width_of(s, high) + width_of(s, low), high, low);
}

sym_id sym_concat(struct sym *s, sym_id high, sym_id low) {
  ASSERT(width_of(s, high) + width_of(s, low) <= 64);
  enter(s);
  return leave(s, build_concat(s, high, low));
}

/* -- extensions ---------------------------------------------------------------------------------------------------- */

/* match:  zext(zext(x))  zext(k)          result: zext(x), the constant */
sym_id sym_zext(struct sym *s, sym_id a, unsigned width) {
  unsigned from = width_of(s, a);
  ASSERT(width >= from && width <= 64);
  if (width == from) return a;
  if (is_const(s, a)) return sym_const(s, value_of(s, a), width);
  if (is(s, a, SYM_ZEXT)) a = left(s, a);
  return node_make(s, (struct node){.op = SYM_ZEXT, .width = width, .a = a});
}

/* match:  sext(sext(x))  sext(k)          result: sext(x), the constant
   match:  sext(x), sign bit known         result: zext(x), or ones above x */
sym_id sym_sext(struct sym *s, sym_id a, unsigned width) {
  unsigned from = width_of(s, a);
  ASSERT(width >= from && width <= 64);
  if (width == from) return a;
  if (is_const(s, a)) return sym_const(s, (uint64_t)signed_of(value_of(s, a), from), width);
  if (s->known[a].zeros & sign_bit(from)) return sym_zext(s, a, width);
  if (s->known[a].ones & sign_bit(from)) return sym_concat(s, sym_const(s, ~0ull, width - from), a);
  if (is(s, a, SYM_SEXT)) a = left(s, a);
  return node_make(s, (struct node){.op = SYM_SEXT, .width = width, .a = a});
}
