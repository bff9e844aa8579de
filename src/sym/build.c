/* Constructors of terms: constants are folded, operands ordered, then the rules by topic are tried; what none of
   them rewrites becomes a node. Constants stand on the right of commutative operators. */
#include "sym/node.h"

sym_id sym_const(struct sym *s, uint64_t value, unsigned width) {
  ASSERT(width >= 1 && width <= 64);
  return node_make(s, (struct node){.op = SYM_CONST, .width = width, .value = value & mask_of(width)});
}

sym_id sym_bytes(struct sym *s, uint32_t first, unsigned count) {
  ASSERT(count >= 1 && count <= 8 && (uint64_t)first + count <= s->input_of.count);
  return node_make(s, (struct node){.op = SYM_BYTES, .width = 8 * count, .a = first, .low = count});
}

sym_id sym_unary(struct sym *s, enum sym_op op, sym_id a) {
  (void)op;
  ASSERT(op == SYM_NOT);
  unsigned w = width_of(s, a);
  if (is_const(s, a)) return sym_const(s, ~value_of(s, a), w);
  enter(s);
  sym_id r = rules_not(s, a);
  if (!r) r = node_make(s, (struct node){.op = SYM_NOT, .width = w, .a = a});
  return leave(s, r);
}

static sym_id rules_binary(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  sym_id r = rules_ite_operand(s, op, a, b);
  if (r) return r;
  switch (op) {
  case SYM_ADD:
  case SYM_SUB:
  case SYM_MUL:
  case SYM_UMULH:
  case SYM_SMULH: return rules_arith(s, op, a, b);
  case SYM_UDIV:
  case SYM_SDIV:
  case SYM_UREM:
  case SYM_SREM: return rules_divide(s, op, a, b);
  case SYM_AND:
  case SYM_OR:
  case SYM_XOR: return rules_bitwise(s, op, a, b);
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR: return rules_shift(s, op, a, b);
  case SYM_EQ: return rules_equal(s, a, b);
  default: return rules_order(s, op, a, b);
  }
}

/* Constant last, else smaller number first. */
static bool in_order(const struct sym *s, sym_id a, sym_id b) {
  if (is_const(s, a)) return false;
  return is_const(s, b) || a <= b;
}

static bool folds_to_value(const struct sym *s, sym_id r) { return s->known[r].min == s->known[r].max; }

static sym_id build_binary(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  unsigned w = width_of(s, a);
  if (is_const(s, a) && is_const(s, b))
    return sym_const(s, apply(op, value_of(s, a), value_of(s, b), w), is_compare(op) ? 1 : w);
  if (is_commutative(op) && !in_order(s, a, b)) {
    sym_id swap = a;
    a = b, b = swap;
  }
  sym_id r = rules_binary(s, op, a, b);
  return r ? r : node_binary(s, op, is_compare(op) ? 1 : w, a, b);
}

sym_id sym_binary(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  ASSERT(op >= SYM_ADD && op <= SYM_SLE && width_of(s, a) == width_of(s, b));
  uint64_t hash = hash_mix((uint64_t)a << 32 | b) + op * 0x9e3779b9u;
  struct made *slot = &s->made[hash & (MADE_SLOTS - 1)];
  if (slot->a == a && slot->b == b && slot->op == op) return slot->result;
  enter(s);
  sym_id r = build_binary(s, op, a, b);
  if (folds_to_value(s, r)) r = sym_const(s, s->known[r].min, width_of(s, r));
  leave(s, r);
  if (!s->nesting) *slot = (struct made){a, b, r, op}; /* nested ones may have been short of fuel */
  return r;
}
