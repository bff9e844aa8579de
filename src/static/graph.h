/* A directed graph with a root, and dominators in it. */
#ifndef HEDDLE_STATIC_GRAPH_H
#define HEDDLE_STATIC_GRAPH_H
#include "static/inside.h"

struct graph {
  uint32_t n;
  struct table successors, predecessors;
};
/* The edges of a block's jump, to blocks. */
typedef void edge_function(void *context, uint32_t from, uint32_t to);
void jump_edges(const struct ir_program *p, const struct ir_ins *jump, uint32_t from, edge_function *edge,
                void *context);

struct graph graph_make(uint32_t n, const struct pair *edges, uint32_t count);
void graph_free(struct graph *g);

/* The order in which a depth-first search from the root leaves the members, turned round; members it does not reach are
   missing. position[i] is IR_NONE for those. Returns how many there are. */
uint32_t graph_order(uint32_t n, const struct table *successors, uint32_t root, uint32_t *order, uint32_t *position);
/* Immediate dominators seen from the root, following `successors`; the root has itself, what cannot be reached
   IR_NONE. */
void graph_dominators(uint32_t n, const struct table *successors, const struct table *predecessors, uint32_t root,
                      uint32_t *idom);
#endif
