/* Which variables a term contains: interned ascending sets. Small sets are computed as terms are made (a union of
   two sets is remembered); larger ones when somebody asks, by one walk over the term. So long chains over many
   variables cost no quadratic memory. */
#include "sym/node.h"

enum { EAGER_LIMIT = 24 };

static uint32_t intern(struct sym *s, const uint32_t *vars, uint32_t count) {
  if (!count) return SUPPORT_EMPTY;
  uint64_t hash = hash_bytes(vars, (uint64_t)count * sizeof *vars);
  for (uint32_t set; map_get(&s->sets_by_hash, hash, &set); hash++)
    if (s->sets.data[set].count == count && !memcmp(s->sets.data[set].vars, vars, count * sizeof *vars)) return set;
  uint32_t *copy = arena_alloc(&s->set_arena, count * sizeof *vars);
  memcpy(copy, vars, count * sizeof *vars);
  vec_push(&s->sets, ((struct var_set){copy, count}));
  map_put(&s->sets_by_hash, hash, s->sets.count - 1);
  return s->sets.count - 1;
}

uint32_t support_run(struct sym *s, uint32_t first, uint32_t count) {
  uint32_t vars[8];
  for (uint32_t i = 0; i < count; i++) vars[i] = first + i;
  return intern(s, vars, count);
}

static uint32_t merge(const uint32_t *x, uint32_t nx, const uint32_t *y, uint32_t ny, uint32_t *out) {
  uint32_t n = 0, i = 0, j = 0;
  while (i < nx && j < ny) {
    out[n++] = x[i] <= y[j] ? x[i] : y[j];
    if (x[i] == y[j]) i++, j++;
    else if (x[i] < y[j]) i++;
    else j++;
  }
  while (i < nx) out[n++] = x[i++];
  while (j < ny) out[n++] = y[j++];
  return n;
}

uint32_t support_union(struct sym *s, uint32_t a, uint32_t b) {
  if (a == b || b == SUPPORT_EMPTY) return a;
  if (a == SUPPORT_EMPTY) return b;
  if (a == SUPPORT_LATER || b == SUPPORT_LATER) return SUPPORT_LATER;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  uint32_t known;
  if (map_get(&s->unions, key, &known)) return known;
  uint32_t nx = s->sets.data[a].count, ny = s->sets.data[b].count, merged[2 * EAGER_LIMIT];
  if (nx > EAGER_LIMIT || ny > EAGER_LIMIT) return SUPPORT_LATER;
  uint32_t n = merge(s->sets.data[a].vars, nx, s->sets.data[b].vars, ny, merged);
  uint32_t set = n > EAGER_LIMIT ? SUPPORT_LATER : intern(s, merged, n);
  map_put(&s->unions, key, set);
  return set;
}

uint32_t support_of(struct sym *s, const struct node *n) {
  switch (n->op) {
  case SYM_CONST: return SUPPORT_EMPTY;
  case SYM_BYTES: return support_run(s, n->a, n->low);
  case SYM_READ: return support_union(s, s->nodes[n->a].support, s->tables.data[n->b].support);
  default:
    return support_union(s, support_union(s, s->nodes[n->a].support, s->nodes[n->b].support), s->nodes[n->c].support);
  }
}

/* -- on demand ----------------------------------------------------------------------------------------------------- */

static void visit(struct sym *s, sym_id a) {
  if (!a || s->visited[a] == s->walk) return;
  s->visited[a] = s->walk;
  vec_push(&s->visit_stack, a);
}

static void visit_operands(struct sym *s, const struct node *n) {
  visit(s, n->a);
  if (n->op != SYM_READ) {
    visit(s, n->b), visit(s, n->c);
    return;
  }
  const struct table *t = &s->tables.data[n->b];
  for (uint32_t i = 0; i < t->count; i++) visit(s, s->elements.data[t->first + i]);
}

static int ascending(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static uint32_t intern_scratch(struct sym *s) {
  uint32_t n = 0, *vars = s->scratch.data;
  qsort(vars, s->scratch.count, sizeof *vars, ascending);
  for (uint32_t i = 0; i < s->scratch.count; i++)
    if (!n || vars[n - 1] != vars[i]) vars[n++] = vars[i];
  return intern(s, vars, n);
}

static uint32_t collect(struct sym *s, sym_id root) {
  if (s->visited_capacity < s->capacity) {
    s->visited = mem_resize(s->visited, (size_t)s->capacity * sizeof *s->visited);
    memset(s->visited + s->visited_capacity, 0, (s->capacity - s->visited_capacity) * sizeof *s->visited);
    s->visited_capacity = s->capacity;
  }
  s->walk++;
  s->scratch.count = 0;
  visit(s, root);
  while (s->visit_stack.count) {
    const struct node *n = &s->nodes[vec_pop(&s->visit_stack)];
    if (n->support == SUPPORT_LATER) {
      visit_operands(s, n);
      continue;
    }
    for (uint32_t i = 0; i < s->sets.data[n->support].count; i++)
      vec_push(&s->scratch, s->sets.data[n->support].vars[i]);
  }
  return intern_scratch(s);
}

const uint32_t *sym_support(struct sym *s, sym_id a, uint32_t *count) {
  if (at(s, a)->support == SUPPORT_LATER) s->nodes[a].support = collect(s, a);
  *count = s->sets.data[s->nodes[a].support].count;
  return s->sets.data[s->nodes[a].support].vars;
}
