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
  if (sym_is_float(n->op)) return all_if(a | s->loose[n->b] | s->loose[n->c], n->width);
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

/* -- rebuilding terms bottom-up ------------------------------------------------------------------------------------ */

struct rebuild {
  struct sym *sym;
  VEC(sym_id) stack;                                      /* to be done, operands above what needs them */
  struct map *memo;                                       /* term -> result */
  sym_id (*make)(const struct rebuild *r, struct node n); /* from the results of the operands */
  sym_id (*plain)(struct sym *s, sym_id a);               /* of a term without unwritten bytes */
};

static bool done(const struct rebuild *r, sym_id a) {
  uint32_t ignored;
  return !a || !r->sym->nodes[a].uninit || map_get(r->memo, a, &ignored);
}

static sym_id get(const struct rebuild *r, sym_id a) {
  sym_id result;
  return map_get(r->memo, a, &result) ? result : r->plain(r->sym, a);
}

/* Pushes what must be done before `n` can be; false if there is nothing. */
static bool push_missing(struct rebuild *r, const struct node *n) {
  struct sym *s = r->sym;
  uint32_t before = r->stack.count;
  if (n->op == SYM_BYTES) return false;
  if (!done(r, n->a)) vec_push(&r->stack, n->a);
  if (n->op == SYM_READ) {
    const struct table *t = &s->tables.data[n->b];
    for (uint32_t i = 0; i < t->count; i++) {
      sym_id element = s->elements.data[t->first + i];
      if (!done(r, element)) vec_push(&r->stack, element);
    }
    return r->stack.count > before;
  }
  if (!done(r, n->b)) vec_push(&r->stack, n->b);
  if (!done(r, n->c)) vec_push(&r->stack, n->c);
  return r->stack.count > before;
}

static sym_id rebuild(struct rebuild *r, sym_id root) {
  struct sym *s = r->sym;
  vec_push(&r->stack, root);
  while (r->stack.count) {
    sym_id a = vec_last(&r->stack);
    if (!done(r, a)) {
      if (push_missing(r, &s->nodes[a])) continue;
      map_put(r->memo, a, r->make(r, s->nodes[a]));
    }
    r->stack.count--;
  }
  vec_free(&r->stack);
  return get(r, root);
}

static sym_id make_read(const struct rebuild *r, const struct node *n, sym_id index) {
  struct sym *s = r->sym;
  uint32_t count = s->tables.data[n->b].count, first = s->tables.data[n->b].first;
  sym_id *elements = mem_alloc(count * sizeof *elements);
  for (uint32_t i = 0; i < count; i++) elements[i] = get(r, s->elements.data[first + i]);
  sym_id result = sym_read(s, sym_table(s, elements, count), index);
  free(elements);
  return result;
}

/* -- the same term with zeros for what nobody wrote ---------------------------------------------------------------- */

static sym_id itself(struct sym *s, sym_id a) { return (void)s, a; }

static sym_id zero_bytes(struct sym *s, const struct node *n) {
  sym_id result = 0;
  for (unsigned i = 0; i < n->low; i++) {
    bool written = s->inputs.data[s->input_of.data[n->a + i]].kind != SYM_UNINIT;
    sym_id byte = written ? sym_bytes(s, n->a + i, 1) : sym_const(s, 0, 8);
    result = result ? sym_concat(s, byte, result) : byte;
  }
  return result;
}

static sym_id make_zeroed(const struct rebuild *r, struct node n) {
  struct sym *s = r->sym;
  if (sym_is_float(n.op)) return sym_float(s, n.op, n.width, get(r, n.a), n.b ? get(r, n.b) : 0, n.c ? get(r, n.c) : 0);
  switch (n.op) {
  case SYM_BYTES: return zero_bytes(s, &n);
  case SYM_READ: return make_read(r, &n, get(r, n.a));
  case SYM_NOT: return sym_not(s, get(r, n.a));
  case SYM_EXTRACT: return sym_extract(s, get(r, n.a), n.low, n.width);
  case SYM_ZEXT: return sym_zext(s, get(r, n.a), n.width);
  case SYM_SEXT: return sym_sext(s, get(r, n.a), n.width);
  case SYM_ITE: return sym_ite(s, get(r, n.a), get(r, n.b), get(r, n.c));
  case SYM_CONCAT: return sym_concat(s, get(r, n.a), get(r, n.b));
  default: return sym_binary(s, n.op, get(r, n.a), get(r, n.b));
  }
}

static sym_id zeroed(struct sym *s, sym_id a) {
  struct rebuild r = {.sym = s, .memo = &s->zeroed, .make = make_zeroed, .plain = itself};
  return rebuild(&r, a);
}

/* -- the loose bits as a term: like loose_raw, but knowing which element and side it is
   ----------------------------- */

static sym_id nothing(struct sym *s, sym_id a) { return sym_const(s, 0, width_of(s, a)); }
static sym_id both(struct sym *s, sym_id a, sym_id b) { return sym_binary(s, SYM_AND, a, b); }
static sym_id either(struct sym *s, sym_id a, sym_id b) { return sym_binary(s, SYM_OR, a, b); }
/* All bits of a width if any bit of a is set. */
static sym_id spread(struct sym *s, sym_id a, unsigned width) {
  return sym_sext(s, sym_not(s, sym_binary(s, SYM_EQ, a, sym_const(s, 0, width_of(s, a)))), width);
}

static sym_id shadow_bitwise(struct sym *s, const struct node *n, sym_id a, sym_id b) {
  if (n->op == SYM_XOR) return either(s, a, b);
  sym_id left = n->op == SYM_AND ? n->a : sym_not(s, n->a), right = n->op == SYM_AND ? n->b : sym_not(s, n->b);
  return either(s, both(s, a, b), either(s, both(s, left, b), both(s, a, right)));
}

static sym_id shadow_binary(const struct rebuild *r, const struct node *n) {
  struct sym *s = r->sym;
  sym_id a = get(r, n->a), b = get(r, n->b), any = 0;
  switch (n->op) {
  case SYM_AND:
  case SYM_OR:
  case SYM_XOR: return shadow_bitwise(s, n, a, b);
  case SYM_MUL: {
    uint64_t factor = is_const(s, n->b) ? value_of(s, n->b) : 1;
    a = sym_binary(s, SYM_MUL, a, sym_const(s, factor & (0 - factor), n->width));
  } /* fall through */
  case SYM_ADD:
  case SYM_SUB: any = either(s, a, b); return either(s, any, sym_binary(s, SYM_SUB, sym_const(s, 0, n->width), any));
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR: return either(s, sym_binary(s, n->op, a, n->b), spread(s, b, n->width));
  case SYM_CONCAT: return sym_concat(s, a, b);
  default: return spread(s, either(s, a, b), n->width);
  }
}

static sym_id shadow_float(const struct rebuild *r, const struct node *n) {
  sym_id any = spread(r->sym, get(r, n->a), n->width);
  if (n->b) any = either(r->sym, any, spread(r->sym, get(r, n->b), n->width));
  return n->c ? either(r->sym, any, spread(r->sym, get(r, n->c), n->width)) : any;
}

static sym_id make_shadow(const struct rebuild *r, struct node n) {
  struct sym *s = r->sym;
  if (sym_is_float(n.op)) return shadow_float(r, &n);
  switch (n.op) {
  case SYM_BYTES: return sym_const(s, loose_bytes(s, &n), n.width);
  case SYM_READ: return either(s, make_read(r, &n, n.a), spread(s, get(r, n.a), n.width));
  case SYM_NOT: return get(r, n.a);
  case SYM_EXTRACT: return sym_extract(s, get(r, n.a), n.low, n.width);
  case SYM_ZEXT: return sym_zext(s, get(r, n.a), n.width);
  case SYM_SEXT: return sym_sext(s, get(r, n.a), n.width);
  case SYM_ITE: return either(s, sym_ite(s, n.a, get(r, n.b), get(r, n.c)), spread(s, get(r, n.a), n.width));
  default: return shadow_binary(r, &n);
  }
}

sym_id sym_is_written(struct sym *s, sym_id a) {
  if (!sym_has_uninit(s, a)) return boolean(s, true);
  struct rebuild r = {.sym = s, .memo = &s->shadows, .make = make_shadow, .plain = nothing};
  sym_id loose = zeroed(s, rebuild(&r, a));
  return sym_binary(s, SYM_EQ, loose, sym_const(s, 0, width_of(s, loose)));
}

bool sym_has_uninit(const struct sym *s, sym_id a) { return at(s, a), s->loose[a] != 0; }

sym_id sym_settle(struct sym *s, sym_id a) { return at(s, a)->uninit && !s->loose[a] ? zeroed(s, a) : a; }
