/* The arena of terms: hash-consing, inputs, tables, and looking at terms. Invariant: no two nodes have the same op,
   width, operands and constant; nodes refer only to nodes with smaller numbers. */
#include "sym/node.h"

enum { FIRST_CAPACITY = 1 << 10 };

static void grow_arena(struct sym *s) {
  s->capacity *= 2;
  s->nodes = mem_resize(s->nodes, (size_t)s->capacity * sizeof *s->nodes);
  s->known = mem_resize(s->known, (size_t)s->capacity * sizeof *s->known);
  s->memo = mem_resize(s->memo, (size_t)s->capacity * sizeof *s->memo);
  s->loose = mem_resize(s->loose, (size_t)s->capacity * sizeof *s->loose);
}

struct sym *sym_open(void) {
  struct sym *s = mem_zalloc(sizeof *s);
  s->capacity = FIRST_CAPACITY / 2;
  grow_arena(s);
  s->count = 1;
  memset(s->nodes, 0, sizeof *s->nodes);
  s->loose[0] = 0;
  s->slot_mask = FIRST_CAPACITY * 2 - 1;
  s->slots = mem_zalloc(sizeof *s->slots * (s->slot_mask + 1));
  s->made = mem_zalloc(sizeof *s->made * MADE_SLOTS);
  vec_push(&s->sets, ((struct var_set){0}));
  return s;
}

void sym_close(struct sym *s) {
  for (uint32_t i = 0; i < s->inputs.count; i++) free((char *)s->inputs.data[i].name);
  free(s->nodes), free(s->known), free(s->memo), free(s->loose), free(s->slots), free(s->made), free(s->visited);
  vec_free(&s->inputs), vec_free(&s->input_of), vec_free(&s->tables), vec_free(&s->elements);
  vec_free(&s->sets), vec_free(&s->visit_stack), vec_free(&s->scratch), vec_free(&s->eval_stack), vec_free(&s->hashes);
  map_free(&s->tables_by_hash), map_free(&s->sets_by_hash), map_free(&s->unions), map_free(&s->inputs_by_hash);
  map_free(&s->zeroed), map_free(&s->shadows);
  arena_free(&s->set_arena);
  free(s);
}

/* -- hash-consing -------------------------------------------------------------------------------------------------- */

static uint32_t hash_of(const struct node *n) {
  uint64_t head = n->op | (uint64_t)n->width << 8 | (uint64_t)n->low << 16 | (uint64_t)n->a << 32;
  uint64_t tail = n->b | (uint64_t)n->c << 32;
  return (uint32_t)hash_mix(head * 0x9e3779b97f4a7c15u ^ hash_mix(tail ^ n->value * 0xc2b2ae3d27d4eb4fu));
}

static bool same(const struct node *x, const struct node *y) {
  return x->op == y->op && x->width == y->width && x->low == y->low && x->a == y->a && x->b == y->b && x->c == y->c &&
         x->value == y->value;
}

static void grow_slots(struct sym *s) {
  free(s->slots);
  s->slot_mask = s->slot_mask * 2 + 1;
  s->slots = mem_zalloc(sizeof *s->slots * ((size_t)s->slot_mask + 1));
  for (uint32_t i = 1; i < s->count; i++) {
    uint32_t slot = s->nodes[i].hash & s->slot_mask;
    while (s->slots[slot]) slot = (slot + 1) & s->slot_mask;
    s->slots[slot] = i;
  }
}

static bool node_uninit(const struct sym *s, const struct node *n) {
  switch (n->op) {
  case SYM_CONST: return false;
  case SYM_BYTES:
    for (uint32_t v = n->a; v < n->a + n->low; v++)
      if (s->inputs.data[s->input_of.data[v]].kind == SYM_UNINIT) return true;
    return false;
  case SYM_READ: return s->nodes[n->a].uninit || s->tables.data[n->b].uninit;
  default: return s->nodes[n->a].uninit || s->nodes[n->b].uninit || s->nodes[n->c].uninit;
  }
}

static bool node_floats(const struct sym *s, const struct node *n) {
  if (n->op == SYM_CONST || n->op == SYM_BYTES) return false;
  if (n->op == SYM_READ) return s->nodes[n->a].floats || s->tables.data[n->b].floats;
  return sym_is_float(n->op) || s->nodes[n->a].floats || s->nodes[n->b].floats || s->nodes[n->c].floats;
}

static bool node_library(const struct sym *s, const struct node *n) {
  if (n->op == SYM_CONST || n->op == SYM_BYTES) return false;
  if (n->op == SYM_READ) return s->nodes[n->a].library || s->tables.data[n->b].library;
  return n->op == SYM_FMATH || s->nodes[n->a].library || s->nodes[n->b].library || s->nodes[n->c].library;
}

static sym_id node_add(struct sym *s, uint32_t slot, struct node n) {
  if (s->count == s->capacity) grow_arena(s);
  ASSERT(s->count < 1u << SYM_ID_BITS);
  n.uninit = node_uninit(s, &n);
  n.floats = node_floats(s, &n);
  n.library = node_library(s, &n);
  n.support = support_of(s, &n);
  sym_id id = s->count++;
  s->nodes[id] = n;
  s->memo[id].stamp = 0;
  s->known[id] = known_of(s, &n);
  s->loose[id] = uninit_bits(s, &n, &s->known[id]);
  s->slots[slot] = id;
  if (s->count > s->slot_mask / 2) grow_slots(s);
  return id;
}

sym_id node_make(struct sym *s, struct node wanted) {
  wanted.hash = hash_of(&wanted);
  uint32_t slot = wanted.hash & s->slot_mask;
  for (uint32_t id; (id = s->slots[slot]); slot = (slot + 1) & s->slot_mask)
    if (s->nodes[id].hash == wanted.hash && same(&s->nodes[id], &wanted)) return id;
  return node_add(s, slot, wanted);
}

/* -- inputs -------------------------------------------------------------------------------------------------------- */

uint32_t sym_input(struct sym *s, const char *name, uint32_t size, enum sym_input_kind kind) {
  uint64_t hash = hash_join(hash_bytes(name, strlen(name)), (uint64_t)size << 1 | kind);
  for (uint32_t known; map_get(&s->inputs_by_hash, hash, &known); hash++) {
    const struct sym_input *in = &s->inputs.data[known];
    if (in->size == size && in->kind == kind && !strcmp(in->name, name)) return known;
  }
  uint32_t input = s->inputs.count;
  map_put(&s->inputs_by_hash, hash, input);
  vec_push(&s->inputs, ((struct sym_input){mem_strdup(name), s->input_of.count, size, kind}));
  for (uint32_t i = 0; i < size; i++) vec_push(&s->input_of, input);
  return input;
}

const struct sym_input *sym_input_at(const struct sym *s, uint32_t input) {
  return input < s->inputs.count ? &s->inputs.data[input] : NULL;
}
uint32_t sym_variables(const struct sym *s) { return s->input_of.count; }
uint32_t sym_input_of(const struct sym *s, uint32_t variable) { return s->input_of.data[variable]; }

/* -- tables -------------------------------------------------------------------------------------------------------- */

static bool table_is(const struct sym *s, uint32_t table, const sym_id *elements, uint32_t count) {
  const struct table *t = &s->tables.data[table];
  return t->count == count && !memcmp(s->elements.data + t->first, elements, count * sizeof *elements);
}

static struct table table_make(struct sym *s, const sym_id *elements, uint32_t count) {
  struct table t = {.first = s->elements.count, .count = count, .width = width_of(s, elements[0])};
  for (uint32_t i = 0; i < count; i++) {
    ASSERT(width_of(s, elements[i]) == t.width);
    t.uninit |= at(s, elements[i])->uninit;
    t.floats |= at(s, elements[i])->floats;
    t.library |= at(s, elements[i])->library;
    t.loose |= s->loose[elements[i]];
    t.support = support_union(s, t.support, at(s, elements[i])->support);
    vec_push(&s->elements, elements[i]);
  }
  return t;
}

uint32_t sym_table(struct sym *s, const sym_id *elements, uint32_t count) {
  ASSERT(count);
  uint64_t hash = hash_bytes(elements, (uint64_t)count * sizeof *elements);
  for (uint32_t known; map_get(&s->tables_by_hash, hash, &known); hash++)
    if (table_is(s, known, elements, count)) return known;
  struct table t = table_make(s, elements, count);
  vec_push(&s->tables, t);
  map_put(&s->tables_by_hash, hash, s->tables.count - 1);
  return s->tables.count - 1;
}

const sym_id *sym_table_elements(const struct sym *s, uint32_t table, uint32_t *count) {
  *count = s->tables.data[table].count;
  return s->elements.data + s->tables.data[table].first;
}

/* -- looking ------------------------------------------------------------------------------------------------------- */

enum sym_op sym_op_of(const struct sym *s, sym_id a) { return op_of(s, a); }
unsigned sym_width(const struct sym *s, sym_id a) { return width_of(s, a); }
bool sym_is_true(const struct sym *s, sym_id a) { return width_of(s, a) == 1 && is_value(s, a, 1); }
bool sym_is_false(const struct sym *s, sym_id a) { return width_of(s, a) == 1 && is_value(s, a, 0); }
uint64_t sym_count(const struct sym *s) { return s->count - 1; }
uint64_t sym_known_zeros(const struct sym *s, sym_id a) { return at(s, a), s->known[a].zeros; }
unsigned sym_low(const struct sym *s, sym_id a) { return at(s, a)->low; }
uint32_t sym_first(const struct sym *s, sym_id a) { return is(s, a, SYM_READ) ? right(s, a) : left(s, a); }

bool sym_has_float(const struct sym *s, sym_id a) { return at(s, a)->floats; }
bool sym_has_library(const struct sym *s, sym_id a) { return at(s, a)->library; }

bool sym_is_const(const struct sym *s, sym_id a, uint64_t *value) {
  if (!is_const(s, a)) return false;
  if (value) *value = value_of(s, a);
  return true;
}

sym_id sym_operand(const struct sym *s, sym_id a, unsigned which) {
  static const uint8_t arity[] = {
#define SYM(name, text, arity, meaning) arity,
#include "sym/ops.def"
#undef SYM
  };
  const struct node *n = at(s, a);
  if (which >= arity[n->op]) return 0;
  return which == 0 ? n->a : which == 1 ? n->b : n->c;
}

uint64_t sym_memory(const struct sym *s) {
  uint64_t per_node = sizeof *s->nodes + sizeof *s->known + sizeof *s->memo + sizeof *s->loose;
  uint64_t sets = 0;
  for (uint32_t i = 0; i < s->sets.count; i++) sets += s->sets.data[i].count * sizeof(uint32_t);
  return s->capacity * per_node + (s->slot_mask + 1ull) * sizeof *s->slots + s->visited_capacity * sizeof *s->visited +
         s->elements.capacity * sizeof(sym_id) + s->tables.capacity * sizeof(struct table) + sets +
         s->sets.capacity * sizeof(struct var_set) + MADE_SLOTS * sizeof *s->made +
         (s->sets_by_hash.mask + s->unions.mask + s->tables_by_hash.mask + 3ull) * sizeof(struct map_slot);
}

void sym_bounds(const struct sym *s, sym_id a, uint64_t *unsigned_min, uint64_t *unsigned_max) {
  at(s, a);
  *unsigned_min = s->known[a].min;
  *unsigned_max = s->known[a].max;
}
