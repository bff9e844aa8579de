/* Inside of the expression layer: how a term is stored, the operators' semantics on numbers, and what the rewriting
   rules share.

   A node is 32 bytes; what is known about its value (bits, range) and the memo of evaluation lie in parallel arrays,
   so that walking terms touches little memory. A rule is a function that returns the term it rewrites to, or 0 when
   it does not match. Rules that distribute an operation over a deep term pay with fuel: one call from outside does a
   bounded amount of work. */
#ifndef HEDDLE_SYM_NODE_H
#define HEDDLE_SYM_NODE_H
#include <string.h>

#include "sym/sym.h"
#include "util/assert.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

struct node {
  uint8_t op;
  uint8_t width;
  uint8_t low;         /* EXTRACT: lowest bit; BYTES: number of variables */
  uint8_t uninit : 1;  /* contains a variable of kind SYM_UNINIT */
  uint8_t floats : 1;  /* contains an operation on floating-point numbers */
  uint8_t library : 1; /* contains an FMATH */
  uint32_t a, b, c;    /* operands; BYTES: a is the first variable; READ: a is the index, b the table */
  uint64_t value;      /* CONST */
  uint32_t support;    /* set of variables, or SUPPORT_LATER */
  uint32_t hash;
};

/* What holds for a term under every assignment. */
struct known {
  uint64_t zeros, ones; /* bits of known value; bits past the width are in neither */
  uint64_t min, max;    /* unsigned */
};

struct memo {
  uint64_t stamp; /* epoch in which value was computed */
  uint64_t value;
};

struct table {
  uint32_t first, count; /* in sym->elements */
  uint32_t support;
  uint8_t width;
  uint8_t uninit, floats, library;
  uint64_t loose; /* bits that are loose in some element */
};

/* A recently made binary term: the same question need not run through the rules again. */
struct made {
  sym_id a, b, result;
  uint32_t op;
};

/* An interned ascending set of variables. */
struct var_set {
  const uint32_t *vars;
  uint32_t count;
};

enum { MADE_SLOTS = 1 << 13, FUEL = 160, SUPPORT_EMPTY = 0, SUPPORT_LATER = UINT32_MAX };

struct sym {
  struct node *nodes; /* nodes[0] is unused */
  struct known *known;
  struct memo *memo;
  uint64_t *loose; /* bits that depend on variables of kind SYM_UNINIT */
  uint32_t count, capacity;
  uint32_t *slots; /* hash-consing: node numbers, 0 is free */
  uint32_t slot_mask;
  uint64_t epoch;   /* newest epoch of evaluation */
  unsigned nesting; /* of constructors: rules call them again */
  unsigned fuel;
  struct made *made;
  VEC(struct sym_input) inputs;
  VEC(uint32_t) input_of; /* per variable */
  struct map inputs_by_hash;
  VEC(struct table) tables;
  VEC(sym_id) elements;
  struct map tables_by_hash;
  VEC(struct var_set) sets; /* sets[0] is empty */
  struct arena set_arena;   /* contents of sets: pointers to them stay valid */
  struct map sets_by_hash, unions;
  struct map zeroed, shadows; /* term -> with zeros for unwritten bytes; its loose bits as a term */
  VEC(uint32_t) visit_stack;
  VEC(uint32_t) scratch; /* variables collected */
  uint64_t *visited;     /* per node, stamp of the last walk; grown on demand */
  uint32_t visited_capacity;
  uint64_t walk;
  VEC(sym_id) eval_stack;
  VEC(struct sym_hash) hashes; /* per node, by structure; zero: not asked for yet */
};

static inline uint64_t mask_of(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
static inline int64_t signed_of(uint64_t v, unsigned width) {
  unsigned shift = (64 - width) & 63;
  return (int64_t)(v << shift) >> shift;
}
static inline uint64_t sign_bit(unsigned width) { return 1ull << (width - 1); }
static inline bool is_power2(uint64_t v) { return v && !(v & (v - 1)); }
static inline unsigned log2_of(uint64_t v) { return 63 - (unsigned)__builtin_clzll(v); }

static inline const struct node *at(const struct sym *s, sym_id a) {
  VERIFY(a && a < s->count);
  return &s->nodes[a];
}
static inline unsigned op_of(const struct sym *s, sym_id a) { return at(s, a)->op; }
static inline unsigned width_of(const struct sym *s, sym_id a) { return at(s, a)->width; }
static inline sym_id left(const struct sym *s, sym_id a) { return at(s, a)->a; }
static inline sym_id right(const struct sym *s, sym_id a) { return at(s, a)->b; }
static inline bool is(const struct sym *s, sym_id a, enum sym_op op) { return at(s, a)->op == op; }
static inline bool is_const(const struct sym *s, sym_id a) { return at(s, a)->op == SYM_CONST; }
static inline uint64_t value_of(const struct sym *s, sym_id a) { return at(s, a)->value; }
static inline bool is_value(const struct sym *s, sym_id a, uint64_t v) { return is_const(s, a) && value_of(s, a) == v; }
static inline bool is_ones(const struct sym *s, sym_id a) { return is_value(s, a, mask_of(width_of(s, a))); }
static inline sym_id boolean(struct sym *s, bool v) { return sym_const(s, v, 1); }
/* Taken apart for free: an extract from it is no new operation. */
static inline bool is_open(const struct sym *s, sym_id a) {
  unsigned op = op_of(s, a);
  return op == SYM_CONST || op == SYM_BYTES || op == SYM_CONCAT || op == SYM_ZEXT || op == SYM_SEXT ||
         op == SYM_EXTRACT;
}
/* x OP constant, as the normal form has it. */
static inline bool is_with_const(const struct sym *s, sym_id a, enum sym_op op) {
  return is(s, a, op) && is_const(s, right(s, a));
}
/* Around every constructor that runs rules. */
static inline void enter(struct sym *s) {
  if (s->nesting++ == 0) s->fuel = FUEL;
}
static inline sym_id leave(struct sym *s, sym_id result) {
  s->nesting--;
  return result;
}
static inline bool spend(struct sym *s) { return s->fuel && s->fuel--; }

/* The node with exactly these fields, made if need be. */
sym_id node_make(struct sym *s, struct node wanted);
static inline sym_id node_binary(struct sym *s, enum sym_op op, unsigned width, sym_id a, sym_id b) {
  return node_make(s, (struct node){.op = op, .width = width, .a = a, .b = b});
}
struct known known_of(const struct sym *s, const struct node *n);
uint64_t uninit_bits(const struct sym *s, const struct node *n, const struct known *k);
uint32_t support_of(struct sym *s, const struct node *n);
uint32_t support_union(struct sym *s, uint32_t a, uint32_t b);
uint32_t support_run(struct sym *s, uint32_t first, uint32_t count);

/* Rules by topic; each takes operands that are not both constant and returns 0 when nothing matched. */
sym_id rules_arith(struct sym *s, enum sym_op op, sym_id a, sym_id b);
sym_id rules_divide(struct sym *s, enum sym_op op, sym_id a, sym_id b);
sym_id rules_bitwise(struct sym *s, enum sym_op op, sym_id a, sym_id b);
sym_id rules_shift(struct sym *s, enum sym_op op, sym_id a, sym_id b);
sym_id rules_not(struct sym *s, sym_id a);
sym_id rules_equal(struct sym *s, sym_id a, sym_id b);
sym_id rules_order(struct sym *s, enum sym_op op, sym_id a, sym_id b);
sym_id rules_ite(struct sym *s, sym_id c, sym_id yes, sym_id no);
sym_id rules_ite_operand(struct sym *s, enum sym_op op, sym_id a, sym_id b);
bool is_complement(struct sym *s, sym_id a, sym_id b);

/* The value of a binary operator on numbers of `w` bits; comparisons give 0 or 1. */
static inline uint64_t apply_signed_divide(bool remainder, uint64_t a, uint64_t b, unsigned w) {
  int64_t x = signed_of(a, w), y = signed_of(b, w);
  if (!y) return remainder ? a : x < 0 ? 1 : mask_of(w);
  if (y == -1) return remainder ? 0 : (0 - a) & mask_of(w);
  return (uint64_t)(remainder ? x % y : x / y) & mask_of(w);
}
static inline uint64_t apply_shift(enum sym_op op, uint64_t a, uint64_t b, unsigned w) {
  bool far = b >= w;
  if (op == SYM_SHL) return far ? 0 : (a << b) & mask_of(w);
  if (op == SYM_LSHR) return far ? 0 : a >> b;
  return (uint64_t)(signed_of(a, w) >> (far ? 63 : b)) & mask_of(w);
}
static inline uint64_t apply(enum sym_op op, uint64_t a, uint64_t b, unsigned w) {
  switch (op) {
  case SYM_ADD: return (a + b) & mask_of(w);
  case SYM_SUB: return (a - b) & mask_of(w);
  case SYM_MUL: return (a * b) & mask_of(w);
  case SYM_UMULH: return (uint64_t)(((unsigned __int128)a * b) >> w) & mask_of(w);
  case SYM_SMULH: return (uint64_t)(((__int128)signed_of(a, w) * signed_of(b, w)) >> w) & mask_of(w);
  case SYM_UDIV: return b ? a / b : mask_of(w);
  case SYM_UREM: return b ? a % b : a;
  case SYM_SDIV: return apply_signed_divide(false, a, b, w);
  case SYM_SREM: return apply_signed_divide(true, a, b, w);
  case SYM_AND: return a & b;
  case SYM_OR: return a | b;
  case SYM_XOR: return a ^ b;
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR: return apply_shift(op, a, b, w);
  case SYM_EQ: return a == b;
  case SYM_ULT: return a < b;
  case SYM_ULE: return a <= b;
  case SYM_SLT: return signed_of(a, w) < signed_of(b, w);
  case SYM_SLE: return signed_of(a, w) <= signed_of(b, w);
  default: ASSERT(!"not a binary operator"); return 0;
  }
}
static inline bool is_compare(enum sym_op op) { return op >= SYM_EQ && op <= SYM_SLE; }
static inline bool is_commutative(enum sym_op op) {
  return op == SYM_ADD || op == SYM_MUL || op == SYM_UMULH || op == SYM_SMULH || op == SYM_AND || op == SYM_OR ||
         op == SYM_XOR || op == SYM_EQ || op == SYM_FEQ;
}
#endif
