/* Ending a run early: who may say that, and whether an operation that is not executed then is one of a data race. */
#include "dpor/inside.h"

void dpor_set_pruner(struct dpor *d, const struct dpor_pruner *guide) {
  ASSERT(!d->events.count); /* plans of runs without a guide are whole sequences */
  d->guide = *guide;
  d->sections = false;
}

/* The event from which the thread's clock goes on, or IR_NONE. */
static uint32_t clock_event(const struct dpor *d, uint32_t thread) {
  uint32_t last = thread < d->last.count ? d->last.data[thread] : 0, born = vm_thread_born(d->vm, thread);
  return last ? last - 1 : born != IR_NONE && born ? born - 1 : IR_NONE;
}

/* Is the event ordered by synchronisation before all that the thread will do? */
static bool comes_after(const struct dpor *d, uint32_t thread, uint32_t event) {
  uint32_t from = clock_event(d, thread), other = d->events.data[event].thread;
  if (from == IR_NONE) return false;
  const struct dpor_event *e = &d->events.data[from];
  return other < e->width && d->synced.data[e->clock + other] > event;
}

/* Events of others that conflict with the operation, newest first. */
static void find_conflicts(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  d->found.count = 0;
  for (uint32_t i = d->events.count; i-- > 0;)
    if (d->events.data[i].thread != thread && dpor_depend(&d->events.data[i].op, op)) vec_push(&d->found, i);
}

bool dpor_may_race(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  find_conflicts(d, thread, op);
  for (uint32_t i = 0; i < d->found.count; i++) {
    const struct vm_op *other = &d->events.data[d->found.data[i]].op;
    if (other->atomic && op->atomic) continue;
    if (!comes_after(d, thread, d->found.data[i])) return true;
  }
  return false;
}

uint64_t dpor_loop_hash(const struct dpor *d, uint32_t from, uint32_t to) {
  uint64_t h = 0;
  for (uint32_t i = from; i < to && i < d->events.count; i++)
    for (unsigned k = 0; k < 2; k++)
      h = hash_join(h, hash_join(d->events.data[i].op.range[k].address, d->events.data[i].op.range[k].size));
  return h;
}
