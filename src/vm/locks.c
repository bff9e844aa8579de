/* Barriers, spin locks, semaphores and once controls. */
#include <errno.h>
#include <limits.h>

#include "vm/sync.h"

/* ---- barriers ---- */

static const char barrier_text[] = "the barrier";

/* Who has not noticed yet that an earlier round is over must not take the first one of a new life for it. Nor a barrier
   that is gone. */
static uint32_t first_round(const struct place *p) {
  if (object_is_symbolic(p->object, p->offset, BARRIER_BYTES)) return 1;
  return place_get(p, BARRIER_NEEDED) == VM_DESTROYED ? place_get(p, BARRIER_ROUND) : 1;
}

static enum step check_barrier(struct vm *vm, const struct place *p) {
  if (!place_get(p, BARRIER_NEEDED)) return sync_misuse(vm, "the barrier was never initialised");
  return sync_alive(vm, p, BARRIER_NEEDED, barrier_text);
}

enum step barrier_init(const struct call *c) {
  struct place p;
  uint64_t count;
  enum step step = decide_value(c->vm, call_argument(c, 2), 32, "the count of a barrier", &count);
  if (step == STEP_NEXT && (!count || count >= INT_MAX)) { /* as the C library, which leaves the object alone then */
    call_give(c, EINVAL);
    return STEP_NEXT;
  }
  if (step == STEP_NEXT) step = sync_place(c, 0, BARRIER_BYTES, &p);
  if (step != STEP_NEXT) return step;
  uint32_t round = first_round(&p);
  step = sync_init(c, VM_SYNC_BARRIER, BARRIER_BYTES, &p);
  if (step != STEP_NEXT) return step;
  place_put(c->vm, &p, BARRIER_NEEDED, (uint32_t)count);
  place_put(c->vm, &p, BARRIER_ROUND, round);
  call_give(c, 0);
  return STEP_NEXT;
}

enum step barrier_destroy(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, BARRIER_BYTES, barrier_text, &p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, &p, sync_operation(VM_OP_INIT, VM_SYNC_BARRIER, false, &p, BARRIER_BYTES));
  if (step == STEP_NEXT) step = check_barrier(c->vm, &p);
  if (step != STEP_NEXT) return step;
  if (place_get(&p, BARRIER_ARRIVED)) return sync_misuse(c->vm, "a barrier is destroyed while a thread waits at it");
  place_put(c->vm, &p, BARRIER_NEEDED, VM_DESTROYED);
  call_give(c, 0);
  return STEP_NEXT;
}

/* Second half of waiting: enabled when the round in which the thread arrived is over. */
static enum step leave_later(struct vm *vm, const struct place *p) {
  struct vm_op op = sync_operation(VM_OP_LEAVE, VM_SYNC_BARRIER, true, p, BARRIER_BYTES);
  op.range[0].write = false;
  op.ticket = place_get(p, BARRIER_ROUND);
  vm->thread->regs.waiting = true;
  return sync_next(vm, op, IR_NONE);
}

enum step barrier_wait(const struct call *c) {
  struct vm *vm = c->vm;
  struct place p;
  if (vm->thread->regs.waiting) {
    vm->thread->regs.waiting = false;
    call_give(c, 0);
    return STEP_NEXT;
  }
  enum step step = sync_ready(c, BARRIER_BYTES, barrier_text, &p);
  if (step == STEP_NEXT)
    step = sync_turn(vm, &p, sync_operation(VM_OP_ARRIVE, VM_SYNC_BARRIER, false, &p, BARRIER_BYTES));
  if (step == STEP_NEXT) step = check_barrier(vm, &p);
  if (step != STEP_NEXT) return step;
  uint32_t arrived = place_get(&p, BARRIER_ARRIVED) + 1;
  if (arrived < place_get(&p, BARRIER_NEEDED)) {
    place_put(vm, &p, BARRIER_ARRIVED, arrived);
    return leave_later(vm, &p);
  }
  place_put(vm, &p, BARRIER_ARRIVED, 0);
  place_put(vm, &p, BARRIER_ROUND, place_get(&p, BARRIER_ROUND) + 1);
  call_give(c, (uint32_t)-1); /* PTHREAD_BARRIER_SERIAL_THREAD */
  return STEP_NEXT;
}

/* ---- spin locks ---- */

static const char spin_text[] = "the spin lock";

enum step spin_init(const struct call *c) {
  struct place p;
  enum step step = sync_init(c, VM_SYNC_SPIN, WORD_BYTES, &p);
  if (step == STEP_NEXT) place_put(c->vm, &p, 0, VM_SPIN_FREE);
  return step;
}

/* The turn of an operation on a spin lock that is there: one that is all zeros was never initialised, which natively
   waits for ever. */
static enum step spin_turn(const struct call *c, enum vm_operation kind, struct place *p) {
  enum step step = sync_ready(c, WORD_BYTES, spin_text, p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, p, sync_operation(kind, VM_SYNC_SPIN, kind == VM_OP_LOCK, p, WORD_BYTES));
  if (step != STEP_NEXT) return step;
  if (!place_get(p, 0)) return sync_misuse(c->vm, "the spin lock was never initialised");
  return sync_alive(c->vm, p, 0, spin_text);
}

enum step spin_destroy(const struct call *c) {
  struct place p;
  enum step step = spin_turn(c, VM_OP_INIT, &p);
  if (step != STEP_NEXT) return step;
  if (place_get(&p, 0) != VM_SPIN_FREE) return sync_misuse(c->vm, "a spin lock is destroyed while it is held");
  place_put(c->vm, &p, 0, VM_DESTROYED);
  call_give(c, 0);
  return STEP_NEXT;
}

static enum step lock_spin(const struct call *c, bool blocks) {
  struct vm *vm = c->vm;
  struct place p;
  enum step step = spin_turn(c, blocks ? VM_OP_LOCK : VM_OP_TRYLOCK, &p);
  if (step != STEP_NEXT) return step;
  uint32_t holder = place_get(&p, 0) == VM_SPIN_FREE ? 0 : place_get(&p, 0);
  if (blocks && holder) return sync_misuse(vm, "relock of a spin lock that this thread holds already");
  call_give(c, holder ? EBUSY : 0);
  if (!holder) place_put_self(vm, &p, 0);
  return STEP_NEXT;
}
enum step spin_lock(const struct call *c) { return lock_spin(c, true); }
enum step spin_trylock(const struct call *c) { return lock_spin(c, false); }

enum step spin_unlock(const struct call *c) {
  struct place p;
  enum step step = spin_turn(c, VM_OP_UNLOCK, &p);
  if (step != STEP_NEXT) return step;
  if (place_get(&p, 0) != sync_self(c->vm))
    return sync_misuse(c->vm, "unlock of a spin lock that this thread does not hold");
  place_put(c->vm, &p, 0, VM_SPIN_FREE);
  call_give(c, 0);
  return STEP_NEXT;
}

/* ---- semaphores ---- */

static const char semaphore_text[] = "the semaphore";

enum step semaphore_init(const struct call *c) {
  struct place p;
  uint64_t value;
  enum step step = decide_value(c->vm, call_argument(c, 1), 32, "the value of a semaphore", &value);
  if (step == STEP_NEXT) step = sync_init(c, VM_SYNC_SEMAPHORE, WORD_BYTES, &p);
  if (step != STEP_NEXT) return step;
  place_put(c->vm, &p, 0, (uint32_t)value);
  return STEP_NEXT;
}

enum step semaphore_destroy(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, WORD_BYTES, semaphore_text, &p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, &p, sync_operation(VM_OP_INIT, VM_SYNC_SEMAPHORE, false, &p, WORD_BYTES));
  if (step == STEP_NEXT) step = sync_alive(c->vm, &p, 0, semaphore_text);
  if (step != STEP_NEXT) return step;
  place_put(c->vm, &p, 0, VM_DESTROYED);
  call_give(c, 0);
  return STEP_NEXT;
}

static enum step wait_semaphore(const struct call *c, bool blocks) {
  struct place p;
  enum step step = sync_ready(c, WORD_BYTES, semaphore_text, &p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, &p, sync_operation(VM_OP_ACQUIRE, VM_SYNC_SEMAPHORE, blocks, &p, WORD_BYTES));
  if (step == STEP_NEXT) step = sync_alive(c->vm, &p, 0, semaphore_text);
  if (step != STEP_NEXT) return step;
  uint32_t value = place_get(&p, 0);
  call_give(c, value ? 0 : (uint32_t)-1);
  if (value) place_put(c->vm, &p, 0, value - 1);
  return STEP_NEXT;
}
enum step semaphore_wait(const struct call *c) { return wait_semaphore(c, true); }
enum step semaphore_trywait(const struct call *c) { return wait_semaphore(c, false); }

enum step semaphore_post(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, WORD_BYTES, semaphore_text, &p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, &p, sync_operation(VM_OP_RELEASE, VM_SYNC_SEMAPHORE, false, &p, WORD_BYTES));
  if (step == STEP_NEXT) step = sync_alive(c->vm, &p, 0, semaphore_text);
  if (step != STEP_NEXT) return step;
  uint32_t value = place_get(&p, 0);
  call_give(c, value < INT_MAX ? 0 : (uint32_t)-1);
  if (value < INT_MAX) place_put(c->vm, &p, 0, value + 1);
  return STEP_NEXT;
}

enum step semaphore_value(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, WORD_BYTES, semaphore_text, &p);
  struct vm_op op = sync_operation(VM_OP_READ, VM_SYNC_SEMAPHORE, false, &p, WORD_BYTES);
  op.range[0].write = false;
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, op);
  if (step == STEP_NEXT) step = sync_alive(c->vm, &p, 0, semaphore_text);
  if (step == STEP_NEXT) call_give(c, place_get(&p, 0));
  return step;
}

/* ---- once controls: 0 nobody came yet, 1 somebody runs the initialiser, 2 done ---- */

enum step once_begin(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, WORD_BYTES, "the once control", &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_ACQUIRE, VM_SYNC_ONCE, true, &p, WORD_BYTES));
  if (step != STEP_NEXT) return step;
  bool first = place_get(&p, 0) == 0;
  if (first) place_put(c->vm, &p, 0, 1);
  call_give(c, first);
  return STEP_NEXT;
}

enum step once_end(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, WORD_BYTES, "the once control", &p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, &p, sync_operation(VM_OP_RELEASE, VM_SYNC_ONCE, false, &p, WORD_BYTES));
  if (step == STEP_NEXT) place_put(c->vm, &p, 0, 2);
  return step;
}
