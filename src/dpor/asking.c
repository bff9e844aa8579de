/* With a guide: which states runs are led through, and at which of them it is asked what it knows. The fewer states
   there are, the sooner a run comes to one that is known. So who got something by an update or a lock goes on until it
   is about to wait, and nobody is asked while a thread holds a mutex: others see nothing of what that protects, and a
   state in which somebody is half done is seldom met again.

   Input: the current node, after dpor_look. Whatever comes out is right: any thread that is awake may go first, and a
   run that is not cut here is explored. */
#include "dpor/inside.h"

/* The thread of the newest event, if it can go on and is not asleep; or IR_NONE. */
static uint32_t current(const struct dpor *d, const struct node *n) {
  if (!d->events.count) return IR_NONE;
  uint32_t thread = vec_last(&d->events).thread;
  bool can = thread < d->view.count && d->view.data[thread] == VIEW_POSSIBLE;
  return can && !node_has_asleep(d, n, thread) ? thread : IR_NONE;
}

/* One that it took not long ago. */
static bool holds_mutex(const struct dpor *d, uint32_t thread) {
  enum { MOST_STEPS = 64 };
  uint32_t i = d->last.data[thread];
  for (uint32_t steps = 0; i && steps < MOST_STEPS; steps++, i = d->events.data[i - 1].before + 1) {
    const struct vm_op *op = &d->events.data[i - 1].op;
    if (op->kind == VM_OP_UNLOCK || op->kind == VM_OP_WAIT) return false;
    if (op->sync == VM_SYNC_MUTEX && (op->kind == VM_OP_LOCK || op->kind == VM_OP_WAKE)) return true;
  }
  return false;
}

/* What a plain access has done can be done with by the others at once: where its order with one of theirs makes no
   difference the run is then where another one was. But who got something by an update or a lock is finished with it
   first. */
uint32_t asking_goes_on(const struct dpor *d, const struct node *n) {
  uint32_t thread = current(d, n);
  if (thread == IR_NONE || holds_mutex(d, thread)) return thread;
  enum vm_operation kind = (enum vm_operation)vec_last(&d->events).op.kind;
  bool plain = kind == VM_OP_READ || kind == VM_OP_WRITE;
  return plain || vm_thread_op(d->vm, thread)->blocking ? IR_NONE : thread;
}

/* Was there a choice not long ago? */
static bool is_near_choice(const struct dpor *d) {
  enum { MOST_FORCED = 4 };
  uint32_t forced = 0;
  for (uint32_t i = d->events.count; i && forced < MOST_FORCED; i--) {
    if (d->nodes.data[i - 1].marked) return true;
    forced += !happens_at_once(d, &d->events.data[i - 1].op);
  }
  return false;
}

/* Where several threads can go on; and where only one is left after that, for some steps: other runs come there too
   when what they did last was late. A thread that only waits for others to end is not asked about before it is the only
   one. */
bool asking_is_due(const struct dpor *d, const struct node *n) {
  uint32_t thread = current(d, n);
  if (thread != IR_NONE && holds_mutex(d, thread)) return false;
  return d->npossible == 1 ? is_near_choice(d) : d->joiner == IR_NONE;
}
