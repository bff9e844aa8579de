/* What is known about a term whatever the assignment: bits that are constant, and an unsigned range. Computed once
   when the node is made, from what is known about its operands. Both views refine each other. */
#include "sym/node.h"

static struct known anything(unsigned width) { return (struct known){0, 0, 0, mask_of(width)}; }

static struct known exactly(uint64_t v, unsigned width) { return (struct known){~v & mask_of(width), v, v, v}; }

static struct known from_bits(uint64_t zeros, uint64_t ones, unsigned width) {
  zeros &= mask_of(width);
  return (struct known){zeros, ones, ones, ~zeros & mask_of(width)};
}

static struct known from_range(uint64_t min, uint64_t max) { return (struct known){0, 0, min, max}; }

/* The bits bound the range, and the common head of both ends of the range is known bits. */
static struct known refine(struct known k, unsigned width) {
  uint64_t mask = mask_of(width);
  if (k.min < k.ones) k.min = k.ones;
  if (k.max > (~k.zeros & mask)) k.max = ~k.zeros & mask;
  uint64_t differ = k.min ^ k.max;
  uint64_t head = differ ? ~mask_of(log2_of(differ) + 1) & mask : mask;
  k.ones |= k.min & head;
  k.zeros |= ~k.min & head;
  return k;
}

/* Bits of a + b + carry from the extreme sums. */
static struct known sum_bits(uint64_t za, uint64_t oa, uint64_t zb, uint64_t ob, bool carry, unsigned width) {
  uint64_t mask = mask_of(width);
  uint64_t most = (~za & mask) + (~zb & mask) + carry, least = oa + ob + carry;
  uint64_t carry_zero = ~(most ^ za ^ zb), carry_one = least ^ oa ^ ob;
  uint64_t sure = (za | oa) & (zb | ob) & (carry_zero | carry_one) & mask;
  return from_bits(~most & sure, least & sure, width);
}

static struct known meet(struct known x, struct known y) {
  return (struct known){x.zeros | y.zeros, x.ones | y.ones, x.min > y.min ? x.min : y.min,
                        x.max < y.max ? x.max : y.max};
}

static struct known join(struct known x, struct known y) {
  return (struct known){x.zeros & y.zeros, x.ones & y.ones, x.min < y.min ? x.min : y.min,
                        x.max > y.max ? x.max : y.max};
}

static struct known of_add(struct known a, struct known b, unsigned width) {
  struct known k = sum_bits(a.zeros, a.ones, b.zeros, b.ones, false, width);
  uint64_t max, min = a.min + b.min;
  bool overflow = __builtin_add_overflow(a.max, b.max, &max) || max > mask_of(width);
  if (!overflow) return meet(k, from_range(min, max));
  bool always = min < a.min || min > mask_of(width); /* both ends wrap around: the range stays one piece */
  return always ? meet(k, from_range(min & mask_of(width), max & mask_of(width))) : k;
}

static struct known of_sub(struct known a, struct known b, unsigned width) {
  struct known k = sum_bits(a.zeros, a.ones, b.ones, b.zeros, true, width);
  if (a.min >= b.max) return meet(k, from_range(a.min - b.max, a.max - b.min));
  if (a.max < b.min) return meet(k, from_range((a.min - b.max) & mask_of(width), (a.max - b.min) & mask_of(width)));
  return k;
}

static unsigned trailing_zeros(struct known k, unsigned width) {
  uint64_t other = ~k.zeros & mask_of(width);
  return other ? (unsigned)__builtin_ctzll(other) : width;
}

static struct known of_mul(struct known a, struct known b, unsigned width) {
  unsigned low = trailing_zeros(a, width) + trailing_zeros(b, width);
  struct known k = from_bits(mask_of(low > width ? width : low), 0, width);
  unsigned __int128 max = (unsigned __int128)a.max * b.max;
  return max <= mask_of(width) ? meet(k, from_range(a.min * b.min, (uint64_t)max)) : k;
}

static struct known of_umulh(struct known a, struct known b, unsigned width) {
  return from_range((uint64_t)(((unsigned __int128)a.min * b.min) >> width),
                    (uint64_t)(((unsigned __int128)a.max * b.max) >> width));
}

static struct known of_udiv(struct known a, struct known b, unsigned width) {
  return b.min ? from_range(a.min / b.max, a.max / b.min) : anything(width);
}

static struct known of_urem(struct known a, struct known b) {
  bool smaller = b.min && b.max - 1 < a.max;
  return from_range(a.max < b.min ? a.min : 0, smaller ? b.max - 1 : a.max);
}

static struct known of_shift(enum sym_op op, struct known a, struct known b, unsigned width) {
  if (op == SYM_LSHR) return from_range(0, b.min >= width ? 0 : a.max >> b.min);
  if (op == SYM_SHL) {
    uint64_t low = trailing_zeros(a, width) + (b.min < width ? b.min : width);
    return from_bits(mask_of(low > width ? width : (unsigned)low), 0, width);
  }
  return a.zeros & sign_bit(width)  ? from_range(0, a.max)
         : a.ones & sign_bit(width) ? from_range(a.min, mask_of(width))
                                    : anything(width);
}

static struct known of_sext(struct known a, unsigned from, unsigned width) {
  uint64_t head = mask_of(width) & ~mask_of(from);
  if (a.zeros & sign_bit(from)) return (struct known){a.zeros | head, a.ones, a.min, a.max};
  if (a.ones & sign_bit(from)) return (struct known){a.zeros, a.ones | head, a.min | head, a.max | head};
  return (struct known){a.zeros & ~sign_bit(from), a.ones, 0, mask_of(width)};
}

static struct known of_concat(struct known h, struct known l, unsigned low) {
  return (struct known){h.zeros << low | l.zeros, h.ones << low | l.ones, h.min << low | l.min, h.max << low | l.max};
}

static struct known of_extract(struct known a, unsigned low, unsigned from, unsigned width) {
  uint64_t mask = mask_of(width);
  struct known k = from_bits((a.zeros >> low) & mask, (a.ones >> low) & mask, width);
  bool whole_head = low + width == from || a.max >> low <= mask;
  return whole_head ? meet(k, from_range(a.min >> low, a.max >> low)) : k;
}

static struct known of_bitwise(enum sym_op op, struct known a, struct known b, unsigned width) {
  if (op == SYM_AND) {
    struct known k = from_bits(a.zeros | b.zeros, a.ones & b.ones, width);
    return meet(k, from_range(0, a.max < b.max ? a.max : b.max));
  }
  if (op == SYM_OR) {
    struct known k = from_bits(a.zeros & b.zeros, a.ones | b.ones, width);
    return meet(k, from_range(a.min > b.min ? a.min : b.min, mask_of(width)));
  }
  return from_bits((a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros), width);
}

static struct known of_read(const struct sym *s, const struct node *n) {
  const struct table *t = &s->tables.data[n->b];
  uint64_t first = s->known[n->a].min, last = s->known[n->a].max;
  if (first >= t->count) first = t->count - 1;
  if (last >= t->count) last = t->count - 1;
  struct known k = s->known[s->elements.data[t->first + first]];
  for (uint64_t i = first + 1; i <= last; i++) k = join(k, s->known[s->elements.data[t->first + i]]);
  return k;
}

struct known known_of(const struct sym *s, const struct node *n) {
  unsigned w = n->width;
  struct known a = {0}, b = {0};
  if (n->op != SYM_BYTES && n->a) a = s->known[n->a];
  if (n->op != SYM_READ && n->b) b = s->known[n->b];
  switch (n->op) {
  case SYM_CONST: return exactly(n->value, w);
  case SYM_READ: return refine(of_read(s, n), w);
  case SYM_NOT: return refine((struct known){a.ones, a.zeros, ~a.max & mask_of(w), ~a.min & mask_of(w)}, w);
  case SYM_ADD: return refine(of_add(a, b, w), w);
  case SYM_SUB: return refine(of_sub(a, b, w), w);
  case SYM_MUL: return refine(of_mul(a, b, w), w);
  case SYM_UMULH: return refine(of_umulh(a, b, w), w);
  case SYM_UDIV: return refine(of_udiv(a, b, w), w);
  case SYM_UREM: return refine(of_urem(a, b), w);
  case SYM_AND:
  case SYM_OR:
  case SYM_XOR: return refine(of_bitwise(n->op, a, b, w), w);
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR: return refine(of_shift(n->op, a, b, w), w);
  case SYM_CONCAT: return refine(of_concat(a, b, s->nodes[n->b].width), w);
  case SYM_EXTRACT: return refine(of_extract(a, n->low, s->nodes[n->a].width, w), w);
  case SYM_ZEXT:
    return refine((struct known){a.zeros | (mask_of(w) & ~mask_of(s->nodes[n->a].width)), a.ones, a.min, a.max}, w);
  case SYM_SEXT: return refine(of_sext(a, s->nodes[n->a].width, w), w);
  case SYM_ITE: return refine(join(b, s->known[n->c]), w);
  default: return anything(w);
  }
}
