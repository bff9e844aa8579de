/* Finding the accesses of a target in a run, and the points from which a reader can be held back. */
#include "augment/reorder.h"
#include "util/assert.h"

#include <string.h>

enum { MOST_PAIRS = 12, MOST_HOLDS = 4, MOST_ENDS = 64 };

void reorder_trace_keep(struct reorder_trace *t, const struct test_run *r) {
  uint32_t count;
  const struct vm_access *accesses = vm_accesses(r->session.machine.vm, &count);
  t->steps.count = t->ops.count = t->threads.count = t->accesses.count = t->reached.count = 0;
  for (uint32_t i = 0; i < r->session.machine.steps.count; i++) {
    vec_push(&t->steps, schedule_constraint_of_step(r->session.machine.vm, &r->session.machine.steps.data[i]));
    vec_push(&t->ops, r->session.machine.steps.data[i].op);
    vec_push(&t->threads, r->session.machine.steps.data[i].thread);
  }
  for (uint32_t i = 0; i < count; i++) vec_push(&t->accesses, accesses[i]);
  for (uint32_t i = 0; i < r->reached.count; i++) vec_push(&t->reached, r->reached.data[i]);
}

void reorder_trace_free(struct reorder_trace *t) {
  vec_free(&t->steps);
  vec_free(&t->ops);
  vec_free(&t->threads);
  vec_free(&t->accesses);
  vec_free(&t->reached);
}

/* What a thread does by itself behind the steps of others is logged with the step before. */
uint32_t reorder_trace_step_of(const struct reorder_trace *t, uint32_t access) {
  ASSERT(access < t->accesses.count);
  uint32_t low = 0, high = t->reached.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->reached.data[middle] > access) high = middle;
    else low = middle + 1;
  }
  while (low < t->threads.count && t->threads.data[low] != t->accesses.data[access].thread && low) low--;
  return low < t->threads.count && t->threads.data[low] == t->accesses.data[access].thread ? low : IR_NONE;
}

static bool overlap(const struct vm_access *a, const struct vm_access *b) {
  return a->address < b->address + b->size && b->address < a->address + a->size;
}

typedef VEC(uint32_t) numbers;

static void find_ends(const struct reorder_trace *t, uint32_t ins, bool write, numbers *found) {
  for (uint32_t i = 0; i < t->accesses.count && found->count < MOST_ENDS; i++) {
    const struct vm_access *a = &t->accesses.data[i];
    if (a->write == write && (a->ins == ins || a->user == ins)) vec_push(found, i);
  }
}

static int by_distance(const void *a, const void *b) {
  const struct reorder_way *x = a, *y = b;
  return x->distance < y->distance ? -1 : x->distance > y->distance;
}

static bool takes(const struct vm_op *op) {
  return op->kind == VM_OP_LOCK || op->kind == VM_OP_RDLOCK || op->kind == VM_OP_TRYLOCK || op->kind == VM_OP_ACQUIRE ||
         op->kind == VM_OP_WAKE;
}

/* The read itself, what was taken before it, and the beginning of the thread. */
static uint32_t find_holds(const struct reorder_trace *t, uint32_t read, uint32_t holds[MOST_HOLDS]) {
  uint32_t step = reorder_trace_step_of(t, read), n = 0, first = step;
  if (step == IR_NONE) return 0;
  holds[n++] = step;
  for (uint32_t i = step; i-- > 0;) {
    if (t->threads.data[i] != t->threads.data[step]) continue;
    first = i;
    if (n + 1 < MOST_HOLDS && takes(&t->ops.data[i])) holds[n++] = i;
  }
  if (holds[n - 1] != first) holds[n++] = first;
  return n;
}

static void add_ways(struct reorder *f, uint32_t write, uint32_t read) {
  uint32_t holds[MOST_HOLDS], n = find_holds(f->trace, read, holds);
  uint64_t distance = write > read ? write - read : (uint64_t)(read - write);
  for (uint32_t i = 0; i < n; i++) {
    struct reorder_way way = {.write = write, .read = read, .hold = holds[i], .distance = distance * MOST_HOLDS + i};
    vec_push(&f->ways, way);
  }
}

void reorder_open(struct reorder *f, const struct reorder_trace *trace, const struct target *target) {
  numbers writes = {0}, reads = {0};
  *f = (struct reorder){.trace = trace};
  find_ends(trace, target->first, true, &writes);
  find_ends(trace, target->second, false, &reads);
  for (uint32_t i = 0; i < writes.count; i++)
    for (uint32_t k = 0; k < reads.count; k++) {
      const struct vm_access *w = &trace->accesses.data[writes.data[i]], *r = &trace->accesses.data[reads.data[k]];
      if (w->thread != r->thread && overlap(w, r)) add_ways(f, writes.data[i], reads.data[k]);
    }
  if (f->ways.count) qsort(f->ways.data, f->ways.count, sizeof *f->ways.data, by_distance);
  if (f->ways.count > MOST_PAIRS * MOST_HOLDS) f->ways.count = MOST_PAIRS * MOST_HOLDS;
  vec_free(&writes);
  vec_free(&reads);
}

bool reorder_next(struct reorder *f, schedule_constraints *list) {
  const struct reorder_trace *t = f->trace;
  if (f->next >= f->ways.count) return false;
  const struct reorder_way *way = &f->ways.data[f->next++];
  uint32_t reader = t->accesses.data[way->read].thread, step = reorder_trace_step_of(t, way->write);
  list->count = 0;
  for (uint32_t i = 0; step != IR_NONE && i <= step; i++)
    if (t->threads.data[i] != reader || i < way->hold) vec_push(list, t->steps.data[i]);
  uint32_t read = reorder_trace_step_of(t, way->read);
  ASSERT(read != IR_NONE); /* else there were no ways to it */
  struct schedule_constraint last = t->steps.data[read];
  last.patient = true;
  vec_push(list, last);
  return true;
}

void reorder_close(struct reorder *f) { vec_free(&f->ways); }
