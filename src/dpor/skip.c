/* Ending a run early because somebody knows what would follow: what the skipped operations would have raced with is
   planned all the same. What exactly comes before a skipped operation is not known, so plans are single steps instead
   of sequences, and more of them than needed: that costs runs, never a trace. */
#include "dpor/inside.h"

void dpor_set_pruner(struct dpor *d, const struct dpor_pruner *guide) {
  ASSERT(!d->events.count); /* plans of runs without a guide are whole sequences */
  d->guide = *guide;
  d->sections = false;
}

/* What the thread is about to do at the node before event `first`: its next event, or what it is about to do still. */
static struct vm_op next_operation(struct dpor *d, uint32_t first, uint32_t thread) {
  struct vm_op op = {.everything = true};
  uint32_t i = first;
  while (i < d->events.count && d->events.data[i].thread != thread) i++;
  if (i < d->events.count) op = d->events.data[i].op;
  else if (vm_thread_status(d->vm, thread) == THREAD_READY) op = *vm_thread_op(d->vm, thread);
  if (op.kind == VM_OP_UPDATE) op.range[0].write = true;
  return op;
}

/* The thread goes first at that node some time, unless that is planned or was explored. */
static void plan(struct dpor *d, uint32_t first, uint32_t thread) {
  struct node *n = &d->nodes.data[first];
  uint32_t last = 0;
  if (node_has_asleep(d, n, thread)) return;
  for (uint32_t b = n->branches; b; b = d->pool.data[b].sibling) {
    if (d->pool.data[b].thread == thread) return;
    last = b;
  }
  struct vm_op op = next_operation(d, first, thread);
  uint32_t fresh = branch_new(d, thread, &op);
  if (last) d->pool.data[last].sibling = fresh;
  else n->branches = fresh;
  d->stats.reversals++;
}

static void plan_every(struct dpor *d, uint32_t first) {
  for (uint64_t left = d->nodes.data[first].possible; left; left &= left - 1)
    plan(d, first, (uint32_t)__builtin_ctzll(left));
}

/* Does all that the thread will do happen after event `first`? */
static bool goes_on_after(const struct dpor *d, uint32_t first, uint32_t thread) {
  uint32_t last = thread < d->last.count ? d->last.data[thread] : 0;
  return last > first + 1 && happens_before(d, first, last - 1);
}

/* A skipped operation could have come before event `first`. A sequence that leads there begins with the first event
   that does not happen after `first`; if there is none, with one of the skipped operations: of a thread that has done
   nothing since, and that the operation may depend on. Which one is not known, so each of them goes first some time. */
static void reverse(struct dpor *d, uint32_t first, uint64_t threads) {
  const struct node *n = &d->nodes.data[first];
  if (!n->marked) return;
  for (uint32_t i = first + 1; i < d->events.count; i++) {
    uint32_t thread = d->events.data[i].thread;
    if (happens_before(d, first, i) || happens_at_once(d, &d->events.data[i].op)) continue;
    if (!(n->possible >> (thread & 63) & 1)) continue; /* it only waits there: one round more or less changes nothing */
    plan(d, first, thread);
    return;
  }
  bool any = false;
  for (uint64_t left = threads & n->possible; left; left &= left - 1) {
    uint32_t thread = (uint32_t)__builtin_ctzll(left);
    if (thread == d->events.data[first].thread || goes_on_after(d, first, thread)) continue;
    plan(d, first, thread);
    any = true;
  }
  if (!any) plan_every(d, first);
}

/* The event from which the thread's clock goes on, or IR_NONE. */
static uint32_t clock_event(const struct dpor *d, uint32_t thread) {
  uint32_t last = thread < d->last.count ? d->last.data[thread] : 0, born = vm_thread_born(d->vm, thread);
  return last ? last - 1 : born != IR_NONE && born ? born - 1 : IR_NONE;
}

static bool comes_after(const struct dpor *d, const uint32_t *clocks, uint32_t thread, uint32_t event) {
  uint32_t from = clock_event(d, thread), other = d->events.data[event].thread;
  if (from == IR_NONE) return false;
  const struct dpor_event *e = &d->events.data[from];
  return other < e->width && clocks[e->clock + other] > event;
}

/* Events of others that conflict with the operation, newest first. */
static void find_conflicts(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  d->found.count = 0;
  for (uint32_t i = d->events.count; i-- > 0;)
    if (d->events.data[i].thread != thread && dpor_depend(&d->events.data[i].op, op)) vec_push(&d->found, i);
}

/* Is it known exactly what the operation touches? */
static bool is_exact(const struct vm_op *op) { return !op->everything && !op->approximate; }

/* Does it happen before a newer one of the events that conflict for sure? Then the operation comes after it anyway. */
static bool is_behind(const struct dpor *d, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (is_exact(&d->events.data[d->found.data[k]].op) && happens_before(d, d->found.data[i], d->found.data[k]))
      return true;
  return false;
}

void dpor_race_pruned(struct dpor *d, uint32_t thread, const struct vm_op *op, uint64_t threads) {
  ASSERT(d->guide.covers);
  find_conflicts(d, thread, op);
  for (uint32_t i = 0; i < d->found.count; i++) {
    uint32_t e = d->found.data[i];
    const struct vm_op *other = &d->events.data[e].op;
    bool waits =
        op->blocking && is_exact(other) && dpor_tells_state(op, other); /* else nothing is known about the object */
    if (waits && !dpor_was_possible(op, thread, other)) continue;
    if (!op->blocking && is_exact(op) && is_behind(d, i)) continue;
    if (!comes_after(d, d->clocks.data, thread, e)) reverse(d, e, threads);
    if (waits) return; /* else older ones count too: reads do not order each other */
  }
}

bool dpor_may_race(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  find_conflicts(d, thread, op);
  for (uint32_t i = 0; i < d->found.count; i++) {
    const struct vm_op *other = &d->events.data[d->found.data[i]].op;
    if (other->atomic && op->atomic) continue;
    if (!comes_after(d, d->synced.data, thread, d->found.data[i])) return true;
  }
  return false;
}

uint64_t dpor_sleep_set(const struct dpor *d, bool in_event) {
  uint64_t mask = 0;
  if (in_event && !d->events.count) return 0;
  ASSERT(d->nodes.count > d->events.count - in_event);
  const struct node *n = &d->nodes.data[d->events.count - in_event];
  const struct dpor_event *e = in_event ? &d->events.data[d->events.count - 1] : NULL;
  for (uint32_t i = 0; i < n->nsleepers; i++) {
    const struct sleeper *s = &d->sleepers.data[n->sleepers + i];
    if (e && (s->thread == e->thread || dpor_depend(&s->op, &e->op))) continue;
    mask |= (uint64_t)1 << (s->thread & 63);
  }
  return mask;
}

uint64_t dpor_loop_hash(const struct dpor *d, uint32_t from, uint32_t to) {
  uint64_t h = 0;
  for (uint32_t i = from; i < to && i < d->events.count; i++)
    for (unsigned k = 0; k < 2; k++)
      h = hash_join(h, hash_join(d->events.data[i].op.range[k].address, d->events.data[i].op.range[k].size));
  return h;
}

/* ---- trying out ---- */

enum dpor_next dpor_forced(struct dpor *d) {
  if (vm_continue_local(d->vm)) return DPOR_RUN;
  dpor_look(d);
  if (!d->npossible) return dpor_nobody(d);
  if (fair_look(d, NULL) != FAIR_ALL) return DPOR_BLOCKED;
  if (d->npossible > 1 && d->joiner == IR_NONE) return DPOR_BLOCKED;
  uint32_t thread = d->joiner;
  for (uint32_t t = 0; thread == IR_NONE; t++)
    if (d->view.data[t] == VIEW_POSSIBLE) thread = t;
  dpor_force(d, thread);
  return DPOR_RUN;
}

void dpor_force(struct dpor *d, uint32_t thread) {
  ASSERT(!d->asking && vm_thread_status(d->vm, thread) == THREAD_READY);
  vm_log_waiting(d->vm);
  event_push(d, thread, vm_thread_op(d->vm, thread));
  vm_continue(d->vm, thread, true);
}
