/* Conditions that others imply. Along a loop the same comparison is demanded again and again, each time of another sum
   of places: x <= n, x + y <= n, 2x + 3y <= n. Where no place is negative and no sum overflows the last one implies the
   others.

   Input: a conjunction, in the state of its point. Each comparison of sums is read as d1*x1 + d2*x2 + ... + k <= 0 over
   the integers. One is implied by another if none of its coefficients is larger, nor its constant. That is right only
   within bounds, so 0 <= x <= B is demanded of each place in the two: a stronger condition, which is always sound. B is
   such that no sum of them overflows, and the bounds hold in the state. Output: the conjunction with fewer conditions,
   or as it was. */
#include "summary/inside.h"

enum { LEAST = 8, MOST_PARTS = 16, MOST_WIDTH = 64 };
static const uint64_t MOST_COEFFICIENT = (uint64_t)1 << 40, MOST_BOUND = (uint64_t)1 << 31;

static int64_t value_of(uint64_t value, unsigned width) {
  return (int64_t)(value << (MOST_WIDTH - width)) >> (MOST_WIDTH - width);
}

/* Sums of places */
struct sum {
  struct linear_part parts[MOST_PARTS];
  uint32_t count;
  int64_t constant;
  uint64_t total; /* of the coefficients */
};

static bool add_part(struct sum *s, sym_id atom, uint64_t coefficient) {
  uint32_t i = 0;
  while (i < s->count && s->parts[i].atom != atom) i++;
  if (i == MOST_PARTS) return false;
  if (i == s->count) s->parts[s->count++] = (struct linear_part){.atom = atom};
  s->parts[i].coefficient += (int64_t)coefficient;
  s->total += coefficient;
  return s->total < MOST_COEFFICIENT;
}

static bool add_sum(const struct sym *sym, struct sum *s, sym_id term, uint64_t scale);

/* scale * term * factor */
static bool add_product(const struct sym *sym, struct sum *s, sym_id term, uint64_t scale, uint64_t factor) {
  if (!factor || factor >= MOST_COEFFICIENT / scale) return false;
  return add_sum(sym, s, term, scale * factor);
}

static bool add_sum(const struct sym *sym, struct sum *s, sym_id term, uint64_t scale) {
  uint64_t value;
  unsigned width = sym_width(sym, term);
  sym_id a = sym_operand(sym, term, 0), b = sym_operand(sym, term, 1);
  switch (sym_op_of(sym, term)) {
  case SYM_CONST: {
    sym_is_const(sym, term, &value);
    int64_t constant = value_of(value, width), most = (int64_t)(MOST_COEFFICIENT / scale);
    if (constant <= -most || constant >= most) return false;
    s->constant += constant * (int64_t)scale;
    return true;
  }
  case SYM_BYTES: return add_part(s, term, scale);
  case SYM_ADD: return add_sum(sym, s, a, scale) && add_sum(sym, s, b, scale);
  case SYM_MUL:
    if (sym_is_const(sym, a, &value)) return add_product(sym, s, b, scale, value);
    return sym_is_const(sym, b, &value) && add_product(sym, s, a, scale, value);
  case SYM_CONCAT: { /* the normal form of a shift */
    unsigned zeros = sym_width(sym, b);
    bool shifts = sym_is_const(sym, b, &value) && !value && zeros < 40 && sym_op_of(sym, a) == SYM_EXTRACT &&
                  !sym_low(sym, a) && sym_width(sym, sym_operand(sym, a, 0)) == width;
    return shifts && add_product(sym, s, sym_operand(sym, a, 0), scale, (uint64_t)1 << zeros);
  }
  default: return false;
  }
}

/* ---- comparisons ---- */

static int by_atom(const void *a, const void *b) {
  const struct linear_part *x = a, *y = b;
  return x->atom < y->atom ? -1 : x->atom > y->atom;
}

/* left <= right, as parts behind those of the conditions before. */
static void add_parts(struct linear *l, struct linear_condition *c, const struct sum *left, const struct sum *right) {
  c->first = l->parts.count;
  for (uint32_t i = 0; i < left->count; i++) vec_push(&l->parts, left->parts[i]);
  for (uint32_t i = 0; i < right->count; i++) {
    uint32_t k = c->first;
    while (k < l->parts.count && l->parts.data[k].atom != right->parts[i].atom) k++;
    if (k == l->parts.count) {
      struct linear_part none = {.atom = right->parts[i].atom};
      vec_push(&l->parts, none);
    }
    l->parts.data[k].coefficient -= right->parts[i].coefficient;
  }
  c->count = l->parts.count - c->first;
  if (c->count) qsort(l->parts.data + c->first, c->count, sizeof *l->parts.data, by_atom);
  c->constant += left->constant - right->constant;
  c->total = left->total > right->total ? left->total : right->total;
  int64_t a = left->constant < 0 ? -left->constant : left->constant;
  int64_t b = right->constant < 0 ? -right->constant : right->constant;
  c->most = (uint64_t)(a > b ? a : b) + 1;
}

static struct linear_condition read_condition(struct summary_engine *g, sym_id term) {
  const struct sym *sym = g->places.sym;
  struct linear_condition c = {.term = term};
  struct sum left = {0}, right = {0};
  sym_id inner = sym_op_of(sym, term) == SYM_NOT ? sym_operand(sym, term, 0) : term;
  enum sym_op op = sym_op_of(sym, inner);
  bool is_signed = op == SYM_SLT || op == SYM_SLE, strict = op == SYM_SLT || op == SYM_ULT;
  if (!is_signed && op != SYM_ULT && op != SYM_ULE) return c;
  bool turned = inner != term; /* not a < b: b <= a */
  sym_id a = sym_operand(sym, inner, turned), b = sym_operand(sym, inner, !turned);
  if (!add_sum(sym, &left, a, 1) || !add_sum(sym, &right, b, 1)) return c;
  if (!is_signed && (left.constant < 0 || right.constant < 0)) return c;
  c.width = sym_width(sym, a);
  c.constant = strict != turned; /* a < b: a + 1 <= b */
  add_parts(&g->linear, &c, &left, &right);
  uint64_t limit = ((uint64_t)1 << (c.width - 1)) - 1;
  c.is_linear = c.total <= limit / 16 && c.most <= limit / 2; /* else no bound would be large enough */
  return c;
}

/* Is x implied by y, where no place is negative? */
static bool is_implied(const struct linear *l, const struct linear_condition *x, const struct linear_condition *y) {
  if (x->constant > y->constant || x->width != y->width) return false;
  uint32_t i = 0, k = 0;
  while (i < x->count || k < y->count) {
    const struct linear_part *p = i < x->count ? &l->parts.data[x->first + i] : NULL;
    const struct linear_part *q = k < y->count ? &l->parts.data[y->first + k] : NULL;
    bool first = p && (!q || p->atom <= q->atom), second = q && (!p || q->atom <= p->atom);
    if ((first ? p->coefficient : 0) > (second ? q->coefficient : 0) && !MUTATED(SUMMARY_LINEAR)) return false;
    i += first;
    k += second;
  }
  return true;
}

/* ---- bounds ---- */

/* The largest one with which no sum of these conditions overflows. 0: there is none. */
static uint64_t bound_for(const struct linear *l, unsigned width) {
  uint64_t total = 1, most = 1, limit = ((uint64_t)1 << (width - 1)) - 1;
  for (uint32_t i = 0; i < l->conditions.count; i++) {
    const struct linear_condition *c = &l->conditions.data[i];
    if (!c->is_linear || c->width != width) continue;
    if (c->total > total) total = c->total;
    if (c->most > most) most = c->most;
  }
  uint64_t bound = MOST_BOUND;
  while (bound && (bound > limit / total || bound * total > limit - (most < limit ? most : limit))) bound >>= 1;
  return bound;
}

static sym_id bound_of(struct summary_engine *g, sym_id atom, uint64_t bound) {
  return sym_binary(g->places.sym, SYM_ULE, atom, sym_const(g->places.sym, bound, sym_width(g->places.sym, atom)));
}

/* Does every place of it lie within the bound, in the state of the point? */
static bool is_bounded(struct summary_engine *g, const struct linear_condition *c, uint64_t bound) {
  for (uint32_t i = 0; i < c->count; i++)
    if (!bound || check_is_refuted(g, bound_of(g, g->linear.parts.data[c->first + i].atom, bound))) return false;
  return true;
}

static bool is_new(const struct linear *l, sym_id term) {
  for (uint32_t i = 0; i < l->bounds.count; i++)
    if (l->bounds.data[i] == term) return false;
  for (uint32_t i = 0; i < l->conditions.count; i++)
    if (!l->conditions.data[i].implied && l->conditions.data[i].term == term) return false;
  return true;
}

static void demand_bounds(struct summary_engine *g, const struct linear_condition *c, uint64_t bound) {
  for (uint32_t i = 0; i < c->count; i++) {
    sym_id term = bound_of(g, g->linear.parts.data[c->first + i].atom, bound);
    if (is_new(&g->linear, term)) vec_push(&g->linear.bounds, term);
  }
}

/* The one that implies it, which is not implied itself; or NULL. Of two that imply each other the first stays. */
static struct linear_condition *implied_by(const struct linear *l, uint32_t number) {
  const struct linear_condition *x = &l->conditions.data[number];
  for (uint32_t i = 0; i < l->conditions.count; i++) {
    struct linear_condition *y = &l->conditions.data[i];
    if (i == number || !y->is_linear || y->implied || !is_implied(l, x, y)) continue;
    if (i > number && is_implied(l, y, x)) continue;
    return y;
  }
  return NULL;
}

/* Comparisons of this width. How many are implied? */
static uint32_t reduce_width(struct summary_engine *g, unsigned width) {
  struct linear *l = &g->linear;
  uint64_t bound = bound_for(l, width);
  uint32_t dropped = 0;
  for (uint32_t i = 0; i < l->conditions.count; i++) {
    struct linear_condition *c = &l->conditions.data[i];
    if (c->is_linear && c->width == width) c->is_linear = is_bounded(g, c, bound);
  }
  for (uint32_t i = 0; i < l->conditions.count; i++) {
    struct linear_condition *c = &l->conditions.data[i];
    if (!c->is_linear || c->width != width) continue;
    c->implied = implied_by(l, i) != NULL;
    dropped += c->implied;
  }
  for (uint32_t i = 0; i < l->conditions.count; i++) {
    const struct linear_condition *c = &l->conditions.data[i], *by = NULL;
    if (!c->implied || c->width != width) continue;
    for (uint32_t k = 0; k < l->conditions.count && !by; k++) {
      const struct linear_condition *y = &l->conditions.data[k];
      if (y->is_linear && !y->implied && is_implied(l, c, y)) by = y;
    }
    VERIFY(by);
    demand_bounds(g, c, bound);
    if (by) demand_bounds(g, by, bound);
  }
  return dropped;
}

void linear_reduce(struct summary_engine *g, struct outcome *o) {
  struct linear *l = &g->linear;
  static const unsigned widths[] = {8, 16, 32, 64};
  uint32_t dropped = 0, linear = 0;
  if (o->terms.count < LEAST) return;
  l->conditions.count = l->parts.count = l->bounds.count = 0;
  for (uint32_t i = 0; i < o->terms.count; i++) {
    struct linear_condition c = read_condition(g, o->terms.data[i]);
    vec_push(&l->conditions, c);
    linear += c.is_linear;
  }
  if (linear < LEAST) return;
  for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++) dropped += reduce_width(g, widths[i]);
  if (dropped <= l->bounds.count) return;
  o->terms.count = 0;
  g->members.of = NULL;
  for (uint32_t i = 0; i < l->conditions.count; i++)
    if (!l->conditions.data[i].implied) outcome_require(o, &g->members, l->conditions.data[i].term);
  for (uint32_t i = 0; i < l->bounds.count; i++) outcome_require(o, &g->members, l->bounds.data[i]);
  g->members.of = NULL;
}

void linear_free(struct linear *l) {
  vec_free(&l->parts);
  vec_free(&l->conditions);
  vec_free(&l->bounds);
}
