/* Hashes of terms by structure: 128 bits that depend on operators, constants and the names of inputs, not on numbers of
   nodes or variables, so that terms of two explorations can be compared. Operands of commutative operators are ordered
   by node number, which differs between explorations: here they count in either order. Every node is hashed once. */
#include <xxhash.h>

#include "sym/node.h"

/* What a hash is made of. */
struct shape {
  uint32_t op, width, low, extra;
  uint64_t value;
  struct sym_hash parts[3];
};

static struct sym_hash digest(const void *data, size_t bytes) {
  XXH128_hash_t h = XXH3_128bits(data, bytes);
  if (!h.low64 && !h.high64) h.low64 = 1; /* zero: not known yet */
  return (struct sym_hash){h.low64, h.high64};
}

static bool is_less(struct sym_hash x, struct sym_hash y) { return x.high != y.high ? x.high < y.high : x.low < y.low; }

static bool known(const struct sym *s, sym_id a) { return !a || s->hashes.data[a].low || s->hashes.data[a].high; }

/* Variables by the input they belong to, and their place in it. A term of bytes may reach over two inputs. */
static struct sym_hash hash_variables(const struct sym *s, const struct node *n) {
  struct sym_hash all = {0};
  for (uint32_t v = n->a; v < n->a + n->low; v++) {
    const struct sym_input *input = &s->inputs.data[s->input_of.data[v]];
    XXH128_hash_t name = XXH3_128bits(input->name, strlen(input->name));
    struct shape one = {
        .low = v - input->first, .extra = input->kind, .value = input->size, .parts = {all, {name.low64, name.high64}}};
    all = digest(&one, sizeof one);
  }
  return all;
}

/* An operand that has no hash yet; 0: none is missing. */
static sym_id missing(const struct sym *s, const struct node *n) {
  if (n->op == SYM_CONST || n->op == SYM_BYTES) return 0;
  if (!known(s, n->a)) return n->a;
  if (n->op == SYM_READ) {
    const struct table *t = &s->tables.data[n->b];
    for (uint32_t i = 0; i < t->count; i++)
      if (!known(s, s->elements.data[t->first + i])) return s->elements.data[t->first + i];
    return 0;
  }
  return !known(s, n->b) ? n->b : !known(s, n->c) ? n->c : 0;
}

static struct sym_hash hash_table(const struct sym *s, uint32_t table) {
  const struct table *t = &s->tables.data[table];
  struct sym_hash all = {t->count, t->width};
  for (uint32_t i = 0; i < t->count; i++) {
    struct sym_hash pair[2] = {all, s->hashes.data[s->elements.data[t->first + i]]};
    all = digest(pair, sizeof pair);
  }
  return all;
}

/* All operands have hashes. */
static struct sym_hash combine(const struct sym *s, const struct node *n) {
  struct shape shape = {.op = n->op, .width = n->width, .low = n->low, .value = n->op == SYM_CONST ? n->value : 0};
  if (n->op == SYM_BYTES) {
    shape.parts[0] = hash_variables(s, n);
  } else if (n->op != SYM_CONST) {
    shape.parts[0] = s->hashes.data[n->a];
    if (n->op == SYM_READ) shape.parts[1] = hash_table(s, n->b);
    else if (n->b) shape.parts[1] = s->hashes.data[n->b];
    if (n->c) shape.parts[2] = s->hashes.data[n->c];
    if (is_commutative(n->op) && is_less(shape.parts[1], shape.parts[0])) {
      struct sym_hash first = shape.parts[1];
      shape.parts[1] = shape.parts[0];
      shape.parts[0] = first;
    }
  }
  return digest(&shape, sizeof shape);
}

struct sym_hash sym_hash_of(struct sym *s, sym_id a) {
  if (s->hashes.count < s->count) {
    vec_reserve(&s->hashes, s->capacity);
    memset(s->hashes.data + s->hashes.count, 0, (s->hashes.capacity - s->hashes.count) * sizeof *s->hashes.data);
    s->hashes.count = s->hashes.capacity;
  }
  uint32_t bottom = s->visit_stack.count;
  if (!known(s, a)) vec_push(&s->visit_stack, a);
  while (s->visit_stack.count > bottom) {
    sym_id now = vec_last(&s->visit_stack), next = missing(s, &s->nodes[now]);
    if (next) {
      vec_push(&s->visit_stack, next);
      continue;
    }
    s->hashes.data[now] = combine(s, &s->nodes[now]);
    s->visit_stack.count--;
  }
  return s->hashes.data[a];
}
