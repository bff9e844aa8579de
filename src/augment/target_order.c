/* Breadth first: the distance of a block is the number of jumps, calls and creations on the shortest way to it. */
#include "augment/target_order.h"

#include <stdlib.h>

#include "augment/test_run.h"
#include "util/mem.h"

struct walk {
  const struct ir_program *p;
  const struct statics *s;
  uint32_t *distance; /* per block; IR_NONE: not reached so far */
  VEC(uint32_t) queue;
};

static void reach(struct walk *w, uint32_t block, uint32_t distance) {
  if (w->distance[block] != IR_NONE) return;
  w->distance[block] = distance;
  vec_push(&w->queue, block);
}

static void reach_callees(struct walk *w, uint32_t ins, uint32_t distance) {
  const uint32_t *callees;
  uint32_t count = static_callees(w->s, ins, &callees);
  for (uint32_t k = 0; k < count; k++)
    if (w->p->functions[callees[k]].nblocks) reach(w, w->p->functions[callees[k]].first_block, distance);
}

static void reach_next(struct walk *w, const struct ir_ins *last, uint32_t distance) {
  if (last->op == IR_BR) reach(w, (uint32_t)last->a, distance);
  if (last->op == IR_CBR) {
    reach(w, (uint32_t)last->b, distance);
    reach(w, (uint32_t)last->c, distance);
  }
  for (int32_t i = 0; last->op == IR_SWITCH && i < last->c; i += i ? 2 : 1)
    reach(w, (uint32_t)w->p->extra[last->b + (i ? i + 1 : 0)], distance);
}

static uint32_t *find_distances(const struct ir_program *p, const struct statics *s) {
  struct walk w = {.p = p, .s = s, .distance = mem_alloc((p->nblocks + 1) * sizeof(uint32_t))};
  for (uint32_t i = 0; i < p->nblocks; i++) w.distance[i] = IR_NONE;
  reach(&w, p->functions[p->entry].first_block, 0);
  for (uint32_t at = 0; at < w.queue.count; at++) {
    const struct ir_block *b = &p->blocks[w.queue.data[at]];
    uint32_t next = w.distance[w.queue.data[at]] + 1;
    for (uint32_t i = b->first; i < b->first + b->count; i++)
      if (p->ins[i].op == IR_CALL || p->ins[i].op == IR_ICALL) reach_callees(&w, i, next);
    if (b->count) reach_next(&w, &p->ins[b->first + b->count - 1], next);
  }
  vec_free(&w.queue);
  return w.distance;
}

struct place {
  uint32_t target;
  uint64_t key;
};

static int by_key(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->target < y->target ? -1 : x->target > y->target;
}

void target_order_open(struct target_order *order, const struct augment_request *request,
                       const struct targets *targets) {
  struct chance chance = {request->seed};
  uint32_t n = targets->list.count;
  uint32_t *distance = request->order == ORDER_BFS ? find_distances(request->program, request->statics) : NULL;
  struct place *places = mem_alloc((n + 1ull) * sizeof *places);
  for (uint32_t i = 0; i < n; i++) {
    const struct target *t = &targets->list.data[i];
    places[i] = (struct place){.target = i, .key = distance ? 0 : chance_next(&chance)};
    if (!distance) continue;
    uint32_t a = distance[static_block_of(request->statics, t->first)],
             b = distance[static_block_of(request->statics, t->second)];
    places[i].key = a > b ? a : b;
  }
  qsort(places, n, sizeof *places, by_key);
  *order = (struct target_order){.list = mem_alloc((n + 1ull) * sizeof *order->list), .count = n};
  for (uint32_t i = 0; i < n; i++) order->list[i] = places[i].target;
  free(places);
  free(distance);
}

void target_order_close(struct target_order *order) { free(order->list); }
