/* Tables of lists, sets of instructions, strongly connected components: what every stage needs. */
#include <string.h>

#include "static/inside.h"
#include "util/assert.h"

struct table table_make(uint32_t n, const struct pair *all, uint32_t count) {
  struct table t = {.start = mem_zalloc(((size_t)n + 2) * sizeof *t.start),
                    .items = mem_alloc(((size_t)count + 1) * sizeof *t.items)};
  for (uint32_t i = 0; i < count; i++) t.start[all[i].from + 2]++;
  for (uint32_t i = 2; i < n + 2; i++) t.start[i] += t.start[i - 1];
  for (uint32_t i = 0; i < count; i++) t.items[t.start[all[i].from + 1]++] = all[i].to;
  return t;
}

void table_free(struct table *t) {
  free(t->start);
  free(t->items);
  *t = (struct table){0};
}

/* Tarjan's algorithm with its own stack: a program may have chains of any length. */
struct visit {
  uint32_t member, next; /* next successor to look at */
};
struct search {
  const struct table *successors;
  uint32_t *low, *order, *component, *stack;
  struct visit *calls;
  uint32_t time, depth, height, found;
};

static void enter(struct search *x, uint32_t member) {
  x->order[member] = x->low[member] = ++x->time;
  x->stack[x->height++] = member;
  x->calls[x->depth++] = (struct visit){member, x->successors->start[member]};
}

static void leave(struct search *x) {
  uint32_t member = x->calls[--x->depth].member;
  if (x->low[member] == x->order[member]) {
    uint32_t top;
    do {
      top = x->stack[--x->height];
      x->component[top] = x->found;
    } while (top != member);
    x->found++;
  }
  if (!x->depth) return;
  uint32_t above = x->calls[x->depth - 1].member;
  if (x->low[member] < x->low[above]) x->low[above] = x->low[member];
}

static void step(struct search *x) {
  struct visit *v = &x->calls[x->depth - 1];
  if (v->next == x->successors->start[v->member + 1]) {
    leave(x);
    return;
  }
  uint32_t to = x->successors->items[v->next++];
  if (to == IR_NONE) return;
  if (!x->order[to]) enter(x, to);
  else if (x->component[to] == IR_NONE && x->order[to] < x->low[v->member]) x->low[v->member] = x->order[to];
}

/* No successor has a larger number. */
static bool numbers_fall(uint32_t n, const struct table *successors, const uint32_t *component) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *after = table_row(successors, i, &count);
    for (uint32_t k = 0; k < count; k++)
      if (component[after[k]] > component[i]) return false;
  }
  return true;
}

uint32_t components_find(uint32_t n, const struct table *successors, uint32_t *component) {
  size_t bytes = ((size_t)n + 1) * sizeof(uint32_t);
  struct search x = {.successors = successors,
                     .low = mem_zalloc(bytes),
                     .order = mem_zalloc(bytes),
                     .component = component,
                     .stack = mem_alloc(bytes),
                     .calls = mem_alloc(((size_t)n + 1) * sizeof *x.calls)};
  memset(component, 0xff, (size_t)n * sizeof *component);
  for (uint32_t i = 0; i < n; i++) {
    if (x.order[i]) continue;
    enter(&x, i);
    while (x.depth) step(&x);
  }
  VERIFY(numbers_fall(n, successors, component));
  free(x.low);
  free(x.order);
  free(x.stack);
  free(x.calls);
  return x.found;
}

struct static_set static_set_new(const struct statics *s) {
  uint32_t size = (uint32_t)s->p->nins;
  return (struct static_set){.words = mem_zalloc(((size_t)size / 64 + 1) * sizeof(uint64_t)), .size = size};
}

void static_set_free(struct static_set *set) {
  free(set->words);
  *set = (struct static_set){0};
}

uint32_t static_set_count(const struct static_set *set) {
  uint32_t count = 0;
  for (uint32_t i = 0; i <= set->size / 64; i++) count += (uint32_t)__builtin_popcountll(set->words[i]);
  return count;
}
