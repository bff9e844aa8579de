/* Bits that depend on memory nobody wrote, and terms without such memory.

   A bit of a term is loose when some variable of kind SYM_UNINIT may change it. Loose bits are found as a term is made,
   from those of its operands: masks, shifts and bit-field packing are exact, arithmetic spreads upwards, everything
   else spreads everywhere. So a bit-field read from a half-written word is known to be settled. */
#include "sym/node.h"

static uint64_t all_if(uint64_t loose, unsigned width) { return loose ? mask_of(width) : 0; }
/* A carry only runs upwards. */
static uint64_t upwards(uint64_t loose, unsigned width) {
  return loose ? mask_of(width) & ~mask_of((unsigned)__builtin_ctzll(loose)) : 0;
}

static uint64_t loose_bytes(const struct sym *s, const struct node *n) {
  uint64_t loose = 0;
  for (unsigned i = 0; i < n->low; i++)
    if (s->inputs.data[s->input_of.data[n->a + i]].kind == SYM_UNINIT) loose |= 0xffull << (8 * i);
  return loose;
}

static uint64_t loose_shift(const struct sym *s, const struct node *n, uint64_t loose) {
  if (!is_const(s, n->b)) return n->op == SYM_SHL ? upwards(loose, n->width) : all_if(loose, n->width);
  return apply_shift(n->op, loose, value_of(s, n->b), n->width);
}

/* Factors of two of the one operand push the loose bits of the other one up. */
static uint64_t loose_product(uint64_t loose, const struct known *other, unsigned width) {
  uint64_t maybe = ~other->zeros & mask_of(width);
  return maybe ? upwards(loose << __builtin_ctzll(maybe) & mask_of(width), width) : 0;
}

static uint64_t loose_binary(const struct sym *s, const struct node *n) {
  const struct known *known_a = &s->known[n->a], *known_b = &s->known[n->b];
  uint64_t a = s->loose[n->a], b = s->loose[n->b];
  switch (n->op) {
  case SYM_AND: return (a & ~known_b->zeros) | (b & ~known_a->zeros);
  case SYM_OR: return (a & ~known_b->ones) | (b & ~known_a->ones);
  case SYM_XOR: return a | b;
  case SYM_ADD:
  case SYM_SUB: return upwards(a | b, n->width);
  case SYM_MUL: return loose_product(a, known_b, n->width) | loose_product(b, known_a, n->width);
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR: return b ? mask_of(n->width) : loose_shift(s, n, a);
  case SYM_CONCAT: return a << s->nodes[n->b].width | b;
  default: return all_if(a | b, n->width);
  }
}

static uint64_t loose_raw(const struct sym *s, const struct node *n) {
  if (n->op == SYM_CONST) return 0;
  if (n->op == SYM_BYTES) return loose_bytes(s, n);
  uint64_t a = s->loose[n->a];
  switch (n->op) {
  case SYM_READ: return a ? mask_of(n->width) : s->tables.data[n->b].loose;
  case SYM_NOT: return a;
  case SYM_EXTRACT: return a >> n->low & mask_of(n->width);
  case SYM_ZEXT: return a;
  case SYM_SEXT: return (uint64_t)signed_of(a, s->nodes[n->a].width) & mask_of(n->width);
  case SYM_ITE: return a ? mask_of(n->width) : s->loose[n->b] | s->loose[n->c];
  default: return loose_binary(s, n);
  }
}

uint64_t uninit_bits(const struct sym *s, const struct node *n, const struct known *k) {
  return n->uninit ? loose_raw(s, n) & ~(k->zeros | k->ones) : 0;
}

/* -- terms with every unwritten byte filled ------------------------------------------------------------------------ */

struct filling {
  struct sym *sym;
  VEC(sym_id) stack; /* to be filled, operands above what needs them */
  struct map *memo; /* term -> filled term */
  uint8_t byte;
};

static bool filled(const struct filling *f, sym_id a, sym_id *result) {
  *result = a;
  return !a || !f->sym->nodes[a].uninit || map_get(f->memo, a, result);
}

static sym_id get(const struct filling *f, sym_id a) {
  sym_id result;
  filled(f, a, &result);
  return result;
}

/* Pushes what must be filled before `a` can be; false if there is nothing. */
static bool push_missing(struct filling *f, const struct node *n) {
  struct sym *s = f->sym;
  uint32_t before = f->stack.count;
  sym_id ignored;
  if (n->op == SYM_BYTES) return false;
  if (!filled(f, n->a, &ignored)) vec_push(&f->stack, n->a);
  if (n->op == SYM_READ) {
    const struct table *t = &s->tables.data[n->b];
    for (uint32_t i = 0; i < t->count; i++) {
      sym_id element = s->elements.data[t->first + i];
      if (!filled(f, element, &ignored)) vec_push(&f->stack, element);
    }
    return f->stack.count > before;
  }
  if (!filled(f, n->b, &ignored)) vec_push(&f->stack, n->b);
  if (!filled(f, n->c, &ignored)) vec_push(&f->stack, n->c);
  return f->stack.count > before;
}

static sym_id fill_bytes(const struct filling *f, const struct node *n) {
  struct sym *s = f->sym;
  sym_id result = 0;
  for (unsigned i = 0; i < n->low; i++) {
    bool written = s->inputs.data[s->input_of.data[n->a + i]].kind != SYM_UNINIT;
    sym_id byte = written ? sym_bytes(s, n->a + i, 1) : sym_const(s, f->byte, 8);
    result = result ? sym_concat(s, byte, result) : byte;
  }
  return result;
}

static sym_id fill_read(const struct filling *f, const struct node *n) {
  struct sym *s = f->sym;
  uint32_t count = s->tables.data[n->b].count, first = s->tables.data[n->b].first;
  sym_id *elements = mem_alloc(count * sizeof *elements);
  for (uint32_t i = 0; i < count; i++) elements[i] = get(f, s->elements.data[first + i]);
  sym_id result = sym_read(s, sym_table(s, elements, count), get(f, n->a));
  free(elements);
  return result;
}

static sym_id fill_node(const struct filling *f, struct node n) {
  struct sym *s = f->sym;
  switch (n.op) {
  case SYM_BYTES: return fill_bytes(f, &n);
  case SYM_READ: return fill_read(f, &n);
  case SYM_NOT: return sym_not(s, get(f, n.a));
  case SYM_EXTRACT: return sym_extract(s, get(f, n.a), n.low, n.width);
  case SYM_ZEXT: return sym_zext(s, get(f, n.a), n.width);
  case SYM_SEXT: return sym_sext(s, get(f, n.a), n.width);
  case SYM_ITE: return sym_ite(s, get(f, n.a), get(f, n.b), get(f, n.c));
  case SYM_CONCAT: return sym_concat(s, get(f, n.a), get(f, n.b));
  default: return sym_binary(s, n.op, get(f, n.a), get(f, n.b));
  }
}

sym_id sym_fill_uninit(struct sym *s, sym_id root, uint8_t byte) {
  struct filling f = {.sym = s, .memo = byte ? &s->filled_ones : &s->filled_zeros, .byte = byte};
  sym_id result;
  if (filled(&f, root, &result)) return result;
  vec_push(&f.stack, root);
  while (f.stack.count) {
    sym_id a = vec_last(&f.stack);
    if (!filled(&f, a, &result)) {
      if (push_missing(&f, &s->nodes[a])) continue;
      map_put(f.memo, a, fill_node(&f, s->nodes[a]));
    }
    f.stack.count--;
  }
  vec_free(&f.stack);
  return get(&f, root);
}

bool sym_has_uninit(const struct sym *s, sym_id a) { return at(s, a), s->loose[a] != 0; }

sym_id sym_settle(struct sym *s, sym_id a) {
  return at(s, a)->uninit && !s->loose[a] ? sym_fill_uninit(s, a, 0) : a;
}
