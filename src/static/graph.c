/* Depth-first order and dominators (the iterative algorithm of Cooper, Harvey and Kennedy). */
#include <string.h>

#include "static/graph.h"

struct graph graph_make(uint32_t n, const struct pair *edges, uint32_t count) {
  struct graph g = {.n = n, .successors = table_make(n, edges, count)};
  struct pair *turned = mem_alloc(((size_t)count + 1) * sizeof *turned);
  for (uint32_t i = 0; i < count; i++) turned[i] = (struct pair){edges[i].to, edges[i].from};
  g.predecessors = table_make(n, turned, count);
  free(turned);
  return g;
}

void graph_free(struct graph *g) {
  table_free(&g->successors);
  table_free(&g->predecessors);
}

uint32_t graph_order(uint32_t n, const struct table *successors, uint32_t root, uint32_t *order, uint32_t *position) {
  struct hop {
    uint32_t member, next;
  } *stack = mem_alloc(((size_t)n + 1) * sizeof *stack);
  uint32_t depth = 0, count = 0;
  memset(position, 0xff, (size_t)n * sizeof *position);
  position[root] = 0;
  stack[depth++] = (struct hop){root, successors->start[root]};
  while (depth) {
    struct hop *top = &stack[depth - 1];
    if (top->next == successors->start[top->member + 1]) {
      order[count++] = top->member;
      depth--;
      continue;
    }
    uint32_t to = successors->items[top->next++];
    if (position[to] != IR_NONE) continue;
    position[to] = 0;
    stack[depth++] = (struct hop){to, successors->start[to]};
  }
  free(stack);
  for (uint32_t i = 0; i < count / 2; i++) {
    uint32_t swap = order[i];
    order[i] = order[count - 1 - i];
    order[count - 1 - i] = swap;
  }
  for (uint32_t i = 0; i < count; i++) position[order[i]] = i;
  return count;
}

static uint32_t meet(const uint32_t *idom, const uint32_t *position, uint32_t a, uint32_t b) {
  while (a != b) {
    while (position[a] > position[b]) a = idom[a];
    while (position[b] > position[a]) b = idom[b];
  }
  return a;
}

void graph_dominators(uint32_t n, const struct table *successors, const struct table *predecessors, uint32_t root,
                      uint32_t *idom) {
  uint32_t *order = mem_alloc(((size_t)n + 1) * sizeof *order),
           *position = mem_alloc(((size_t)n + 1) * sizeof *position);
  uint32_t reached = graph_order(n, successors, root, order, position), count;
  memset(idom, 0xff, (size_t)n * sizeof *idom);
  idom[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < reached; i++) {
      uint32_t member = order[i], best = IR_NONE;
      const uint32_t *before = table_row(predecessors, member, &count);
      for (uint32_t k = 0; k < count; k++) {
        if (position[before[k]] == IR_NONE || idom[before[k]] == IR_NONE) continue;
        best = best == IR_NONE ? before[k] : meet(idom, position, best, before[k]);
      }
      if (idom[member] == best) continue;
      idom[member] = best;
      changed = true;
    }
  }
  free(order);
  free(position);
}
