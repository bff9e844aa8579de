/* Inversion before Z3 is asked: the question is pushed down from its value to its variables, each operator inverted
   under the current model, and the changed model is checked by evaluation. Failed attempts cost a few evaluations;
   right ones save Z3. */
#include "smt/inversion.h"

enum { MAX_DEPTH = 24, VARIANTS = 6, LUCK_WINDOW = 32, LUCK_PAUSE = 15 };

static uint64_t mask_of(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

static bool force_bytes(struct inversion *g, sym_id a, uint64_t value) {
  uint32_t first = sym_first(g->smt->sym, a);
  for (unsigned i = 0; i < sym_low(g->smt->sym, a); i++) {
    uint8_t byte = (uint8_t)(value >> 8 * i);
    if (g->smt->model.data[first + i] != byte) model_set(g->smt, first + i, byte);
  }
  return true;
}

/* Makes two terms differ in the asked way by moving one of them next to the other. */
static bool force_order(struct inversion *g, bool strict, sym_id a, sym_id b, unsigned depth) {
  uint64_t va = model_eval(g->smt, a), vb = model_eval(g->smt, b);
  switch (g->variant % 4) {
  case 0: return inversion_force(g, a, vb - strict, depth);
  case 1: return inversion_force(g, b, va + strict, depth);
  case 2: return inversion_force(g, a, vb - strict - vb / 2, depth);
  default: return inversion_force(g, b, va + strict + (mask_of(sym_width(g->smt->sym, a)) - va) / 2, depth);
  }
}

static bool force_equal(struct inversion *g, sym_id a, sym_id b, bool equal, unsigned depth) {
  uint64_t va = model_eval(g->smt, a), vb = model_eval(g->smt, b);
  bool first = !(g->variant & 1) || sym_is_const(g->smt->sym, b, NULL);
  if (first) return inversion_force(g, a, equal ? vb : vb + 1 + g->variant / 2, depth);
  return inversion_force(g, b, equal ? va : va + 1 + g->variant / 2, depth);
}

static bool force_sum(struct inversion *g, sym_id a, sym_id b, uint64_t value, unsigned depth) {
  bool first = !(g->variant & 1) || sym_is_const(g->smt->sym, b, NULL);
  return first ? inversion_force(g, a, value - model_eval(g->smt, b), depth)
               : inversion_force(g, b, value - model_eval(g->smt, a), depth);
}

static bool force_difference(struct inversion *g, sym_id a, sym_id b, uint64_t value, unsigned depth) {
  bool first = !(g->variant & 1) && !sym_is_const(g->smt->sym, a, NULL);
  return first ? inversion_force(g, a, value + model_eval(g->smt, b), depth)
               : inversion_force(g, b, model_eval(g->smt, a) - value, depth);
}

static bool force_and(struct inversion *g, enum sym_op op, sym_id a, sym_id b, uint64_t value, unsigned depth) {
  bool is_boolean = sym_width(g->smt->sym, a) == 1, both = op == SYM_AND ? value == 1 : value == 0;
  if (is_boolean && !both) return inversion_force(g, g->variant & 1 ? b : a, value, depth);
  if (is_boolean || op != SYM_AND) return inversion_force(g, a, value, depth) && inversion_force(g, b, value, depth);
  uint64_t other = model_eval(g->smt, a) & ~model_eval(g->smt, b); /* bits that b hides stay */
  return inversion_force(g, a, value | other, depth);
}

static bool force_read(struct inversion *g, sym_id a, uint64_t value, unsigned depth) {
  uint32_t count;
  const sym_id *elements = sym_table_elements(g->smt->sym, sym_first(g->smt->sym, a), &count);
  unsigned skip = g->variant;
  for (uint32_t i = 0; i < count; i++)
    if (model_eval(g->smt, elements[i]) == value && !skip--)
      return inversion_force(g, sym_operand(g->smt->sym, a, 0), i, depth);
  return false;
}

static bool force_extract(struct inversion *g, sym_id a, uint64_t value, unsigned depth) {
  const struct sym *s = g->smt->sym;
  sym_id x = sym_operand(s, a, 0);
  uint64_t field = mask_of(sym_width(s, a)) << sym_low(s, a);
  return inversion_force(g, x, (model_eval(g->smt, x) & ~field) | value << sym_low(s, a), depth);
}

static bool force_extension(struct inversion *g, sym_id a, uint64_t value, unsigned depth) {
  sym_id x = sym_operand(g->smt->sym, a, 0);
  uint64_t low = value & mask_of(sym_width(g->smt->sym, x));
  return inversion_force(g, x, low, depth) && model_eval(g->smt, a) == value;
}

static bool force_compare(struct inversion *g, enum sym_op op, sym_id a, sym_id b, bool value, unsigned depth) {
  if (op == SYM_EQ) return force_equal(g, a, b, value, depth);
  bool strict = op == SYM_ULT || op == SYM_SLT;
  return value ? force_order(g, strict, a, b, depth) : force_order(g, !strict, b, a, depth);
}

static bool force_operator(struct inversion *g, sym_id a, uint64_t value, unsigned depth) {
  const struct sym *s = g->smt->sym;
  sym_id x = sym_operand(s, a, 0), y = sym_operand(s, a, 1);
  unsigned low;
  switch (sym_op_of(s, a)) {
  case SYM_BYTES: return force_bytes(g, a, value);
  case SYM_READ: return force_read(g, a, value, depth);
  case SYM_NOT: return inversion_force(g, x, ~value, depth);
  case SYM_ADD: return force_sum(g, x, y, value, depth);
  case SYM_SUB: return force_difference(g, x, y, value, depth);
  case SYM_XOR: return inversion_force(g, x, value ^ model_eval(g->smt, y), depth);
  case SYM_AND:
  case SYM_OR: return force_and(g, sym_op_of(s, a), x, y, value, depth);
  case SYM_EXTRACT: return force_extract(g, a, value, depth);
  case SYM_ZEXT:
  case SYM_SEXT: return force_extension(g, a, value, depth);
  case SYM_CONCAT:
    low = sym_width(s, y);
    return inversion_force(g, x, value >> low, depth) && inversion_force(g, y, value, depth);
  case SYM_ITE: return inversion_force(g, model_eval(g->smt, x) ? y : sym_operand(s, a, 2), value, depth);
  case SYM_EQ:
  case SYM_ULT:
  case SYM_ULE:
  case SYM_SLT:
  case SYM_SLE: return force_compare(g, sym_op_of(s, a), x, y, value, depth);
  default: return sym_is_float(sym_op_of(s, a)) && inversion_float(g, a, value, depth);
  }
}

bool inversion_force(struct inversion *g, sym_id a, uint64_t value, unsigned depth) {
  value &= mask_of(sym_width(g->smt->sym, a));
  if (model_eval(g->smt, a) == value) return true;
  uint64_t k;
  if (!depth || sym_is_const(g->smt->sym, a, &k)) return false;
  return force_operator(g, a, value, depth - 1);
}

static bool guess(struct smt *smt, sym_id condition) {
  struct inversion g = {smt, 0};
  for (; g.variant < VARIANTS; g.variant++) {
    uint32_t trail = smt->trail.count;
    if (inversion_force(&g, condition, 1, MAX_DEPTH) && model_try(smt, condition, trail)) return true;
    model_undo(smt, trail);
  }
  return false;
}

bool inversion_try(struct smt *smt, sym_id condition) {
  struct inversion_luck *luck = &smt->luck;
  if (luck->skipped < luck->pause) {
    luck->skipped++;
    return false;
  }
  luck->skipped = 0;
  bool good = guess(smt, condition);
  luck->tries++;
  luck->hits += good;
  if (luck->tries < LUCK_WINDOW) return good;
  luck->pause = luck->hits * 16 < luck->tries ? LUCK_PAUSE : 0;
  luck->tries = luck->hits = 0;
  return good;
}
