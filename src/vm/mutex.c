/* Mutexes and condition variables. A wait on a condition variable is two operations: give the mutex back, and take it
   again when somebody has woken the thread. Where the wait may end by itself there is one between them: at that moment
   either somebody has woken the thread or it leaves the waiters, whoever has the mutex then. */
#include <errno.h>

#include "vm/sync.h"

enum { NORMAL = 0, RECURSIVE = 1, CHECKING = 2, TYPE_MASK = 3 }; /* types of mutexes */

static uint32_t mutex_type_at(const struct vm *vm) { return vm->program->pointer_bits == 64 ? 16 : 12; }

/* ---- mutexes ---- */

static const char mutex_text[] = "the mutex";

static enum step mutex_place(const struct call *c, uint32_t argument, struct place *p) {
  enum step step = sync_place(c, argument, MUTEX_BYTES, p);
  if (step == STEP_NEXT) step = sync_initialised(c->vm, p, MUTEX_BYTES, mutex_text);
  return step;
}

static enum step check_mutex(struct vm *vm, const struct place *p) {
  return sync_alive(vm, p, mutex_type_at(vm), mutex_text);
}

enum step mutex_init(const struct call *c) {
  struct vm *vm = c->vm;
  struct place p;
  uint32_t type;
  enum step step = sync_place(c, 0, MUTEX_BYTES, &p);
  if (step == STEP_NEXT) step = sync_turn(vm, &p, sync_operation(VM_OP_INIT, VM_SYNC_MUTEX, false, &p, MUTEX_BYTES));
  if (step != STEP_NEXT) return step;
  step = sync_attribute(c, 1, &type);
  if (step != STEP_NEXT) return step;
  for (uint32_t at = 0; at < MUTEX_BYTES; at += 4) place_put(vm, &p, at, 0);
  place_put(vm, &p, mutex_type_at(vm), type & TYPE_MASK);
  call_give(c, 0);
  return STEP_NEXT;
}

enum step mutex_destroy(const struct call *c) {
  struct place p;
  enum step step = mutex_place(c, 0, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_INIT, VM_SYNC_MUTEX, false, &p, MUTEX_BYTES));
  if (step == STEP_NEXT) step = check_mutex(c->vm, &p);
  if (step != STEP_NEXT) return step;
  if (place_get(&p, MUTEX_OWNER)) return sync_misuse(c->vm, "a mutex is destroyed while it is held");
  place_put(c->vm, &p, mutex_type_at(c->vm), VM_DESTROYED);
  call_give(c, 0);
  return STEP_NEXT;
}

static enum step relock(const struct call *c, const struct place *p) {
  switch (place_get(p, mutex_type_at(c->vm)) & TYPE_MASK) {
  case RECURSIVE:
    place_put(c->vm, p, MUTEX_COUNT, place_get(p, MUTEX_COUNT) + 1);
    call_give(c, 0);
    return STEP_NEXT;
  case CHECKING: call_give(c, EDEADLK); return STEP_NEXT;
  default: return sync_misuse(c->vm, "relock of a mutex that this thread holds already");
  }
}

static void take_mutex(struct vm *vm, const struct place *p) {
  place_put(vm, p, 0, 1);
  place_put_self(vm, p, MUTEX_OWNER);
  place_put(vm, p, MUTEX_COUNT, 1);
}

enum step mutex_lock(const struct call *c) {
  struct place p;
  enum step step = mutex_place(c, 0, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_LOCK, VM_SYNC_MUTEX, true, &p, MUTEX_BYTES));
  if (step == STEP_NEXT) step = check_mutex(c->vm, &p);
  if (step != STEP_NEXT) return step;
  if (place_get(&p, MUTEX_OWNER) == sync_self(c->vm)) return relock(c, &p);
  take_mutex(c->vm, &p);
  call_give(c, 0);
  return STEP_NEXT;
}

static enum step try_mutex(const struct call *c, int busy) {
  struct place p;
  enum step step = mutex_place(c, 0, &p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, &p, sync_operation(VM_OP_TRYLOCK, VM_SYNC_MUTEX, false, &p, MUTEX_BYTES));
  if (step == STEP_NEXT) step = check_mutex(c->vm, &p);
  if (step != STEP_NEXT) return step;
  bool mine = place_get(&p, MUTEX_OWNER) == sync_self(c->vm);
  uint32_t type = place_get(&p, mutex_type_at(c->vm)) & TYPE_MASK;
  if (mine && (type == RECURSIVE || (type == CHECKING && busy == ETIMEDOUT))) return relock(c, &p);
  call_give(c, place_get(&p, MUTEX_OWNER) ? (uint64_t)busy : 0);
  if (!place_get(&p, MUTEX_OWNER)) take_mutex(c->vm, &p);
  return STEP_NEXT;
}
enum step mutex_trylock(const struct call *c) { return try_mutex(c, EBUSY); }
enum step mutex_timedlock(const struct call *c) { return try_mutex(c, ETIMEDOUT); }

uint32_t vm_mutex_owner(const struct vm *vm, uint64_t address) {
  struct object *o = memory_at(vm, address);
  if (!o || o->released || !object_allows(o, address - o->base, MUTEX_BYTES)) return IR_NONE;
  return place_get(&(struct place){.object = o, .offset = address - o->base}, MUTEX_OWNER) - 1;
}

static void free_mutex(struct vm *vm, const struct place *p) {
  place_put(vm, p, 0, 0);
  place_put(vm, p, MUTEX_OWNER, 0);
  place_put(vm, p, MUTEX_COUNT, 0);
}

enum step mutex_unlock(const struct call *c) {
  struct place p;
  enum step step = mutex_place(c, 0, &p);
  if (step == STEP_NEXT)
    step = sync_turn(c->vm, &p, sync_operation(VM_OP_UNLOCK, VM_SYNC_MUTEX, false, &p, MUTEX_BYTES));
  if (step == STEP_NEXT) step = check_mutex(c->vm, &p);
  if (step != STEP_NEXT) return step;
  call_give(c, 0);
  if (place_get(&p, MUTEX_OWNER) != sync_self(c->vm)) {
    if ((place_get(&p, mutex_type_at(c->vm)) & TYPE_MASK) == NORMAL)
      return sync_misuse(c->vm, "unlock of a mutex that this thread does not hold");
    call_give(c, EPERM);
    return STEP_NEXT;
  }
  if (place_get(&p, MUTEX_COUNT) > 1) place_put(c->vm, &p, MUTEX_COUNT, place_get(&p, MUTEX_COUNT) - 1);
  else free_mutex(c->vm, &p);
  return STEP_NEXT;
}

/* ---- condition variables: who waits is known by the threads themselves ---- */

static const char condition_text[] = "the condition variable";

static uint32_t waiters(const struct vm *vm, uint64_t condition, struct thread **found, uint32_t max) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread_regs *r = &vm->threads.data[i]->regs;
    if (r->status == THREAD_READY && r->condition == condition && r->waiting && !r->signalled) {
      if (n < max) found[n] = vm->threads.data[i];
      n++;
    }
  }
  return n;
}

enum step cond_init(const struct call *c) {
  struct place p;
  return sync_init(c, VM_SYNC_NONE, WORD_BYTES, &p);
}

enum step cond_destroy(const struct call *c) {
  struct place p;
  struct thread *one[1];
  enum step step = sync_ready(c, WORD_BYTES, condition_text, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_INIT, VM_SYNC_NONE, false, &p, WORD_BYTES));
  if (step == STEP_NEXT) step = sync_alive(c->vm, &p, 0, condition_text);
  if (step != STEP_NEXT) return step;
  if (waiters(c->vm, place_address(&p), one, 1))
    return sync_misuse(c->vm, "a condition variable is destroyed while a thread waits on it");
  place_put(c->vm, &p, 0, VM_DESTROYED);
  call_give(c, 0);
  return STEP_NEXT;
}

/* First part: gives the mutex back and waits. */
static enum step begin_wait(const struct call *c, const struct place *condition, const struct place *mutex,
                            bool timed) {
  struct vm *vm = c->vm;
  struct thread_regs *regs = &vm->thread->regs;
  struct vm_op op = sync_operation(VM_OP_WAIT, VM_SYNC_NONE, false, condition, WORD_BYTES);
  op.range[0].write = false; /* who else waits makes no difference to it */
  op.range[1] = (struct vm_range){.address = place_address(mutex), .size = MUTEX_BYTES, .write = true};
  enum step step = sync_turn(vm, condition, op);
  if (step == STEP_NEXT) step = sync_alive(vm, condition, 0, condition_text);
  if (step == STEP_NEXT) step = check_mutex(vm, mutex);
  if (step != STEP_NEXT) return step;
  if (place_get(mutex, MUTEX_OWNER) != sync_self(vm))
    return sync_misuse(vm, "wait on a condition variable without holding the mutex");
  free_mutex(vm, mutex);
  regs->condition = place_address(condition);
  regs->waiting = true;
  regs->signalled = false;
  regs->timed = timed;
  op = sync_operation(VM_OP_WAKE, VM_SYNC_MUTEX, true, mutex, MUTEX_BYTES);
  if (timed && !MUTATED(TIMEOUT)) {
    op = sync_operation(VM_OP_TIMEOUT, VM_SYNC_NONE, false, condition, WORD_BYTES);
    op.range[0].write = false;
  }
  step = sync_next(vm, op, IR_NONE);
  spin_visit(vm); /* if the wait may end by itself, a loop around it only waits; here it does not hold the mutex */
  return step;
}

/* The middle of a wait that may end by itself. A signal that comes later wakes somebody else. */
static enum step end_wait(const struct call *c, const struct place *mutex) {
  struct vm *vm = c->vm;
  struct thread_regs *regs = &vm->thread->regs;
  struct place condition;
  enum step step = STEP_NEXT;
  if (!regs->signalled) step = sync_place(c, 0, WORD_BYTES, &condition); /* else it may have been destroyed since */
  if (step != STEP_NEXT) return step;
  regs->timed = false;
  regs->condition = 0;
  return sync_next(vm, sync_operation(VM_OP_WAKE, VM_SYNC_MUTEX, true, mutex, MUTEX_BYTES), 0);
}

static enum step wait_on(const struct call *c, bool timed, bool spurious) {
  struct vm *vm = c->vm;
  struct thread_regs *regs = &vm->thread->regs;
  struct place condition, mutex;
  enum step step = regs->waiting ? STEP_NEXT : sync_ready(c, WORD_BYTES, condition_text, &condition);
  if (step == STEP_NEXT) step = mutex_place(c, 1, &mutex);
  if (step != STEP_NEXT) return step;
  if (!regs->waiting) return begin_wait(c, &condition, &mutex, timed || spurious);
  if (regs->timed && !MUTATED(TIMEOUT)) return end_wait(c, &mutex);
  step = check_mutex(vm, &mutex);
  if (step != STEP_NEXT) return step;
  take_mutex(vm, &mutex);
  call_give(c, timed && !regs->signalled ? ETIMEDOUT : 0);
  regs->waiting = regs->signalled = regs->timed = false;
  regs->condition = 0;
  return STEP_NEXT;
}

enum step cond_wait(const struct call *c) { return wait_on(c, false, c->vm->config->spurious_wakeups); }
enum step cond_timedwait(const struct call *c) { return wait_on(c, true, false); }

static void wake(struct vm *vm, struct thread *t) {
  trail_save_thread(vm, t);
  t->regs.signalled = true;
  t->regs.op.after = vm_events(vm);
}

static enum step signal_turn(const struct call *c, struct place *p) {
  enum step step = sync_ready(c, WORD_BYTES, condition_text, p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, p, sync_operation(VM_OP_SIGNAL, VM_SYNC_NONE, false, p, WORD_BYTES));
  if (step == STEP_NEXT) step = sync_alive(c->vm, p, 0, condition_text);
  return step;
}

enum { MOST_WAITERS = 256 };

static uint32_t position_of(struct thread *const *found, uint32_t count, uint32_t thread) {
  for (uint32_t i = 0; i < count && i < MOST_WAITERS; i++)
    if (found[i]->index == thread) return i;
  return 0;
}

/* Any of the waiters may be the one that wakes up: one now, the others when this instruction is executed again. */
enum step cond_signal(const struct call *c) {
  struct vm *vm = c->vm;
  struct place p;
  struct thread *found[MOST_WAITERS];
  uint32_t chosen = vm->tries;
  enum step step = signal_turn(c, &p);
  if (step != STEP_NEXT) return step;
  uint32_t n = waiters(vm, place_address(&p), found, MOST_WAITERS);
  call_give(c, 0);
  if (!n) return STEP_NEXT;
  if (vm->pick != IR_NONE) chosen = position_of(found, n, vm->pick);
  else if (chosen + 1 < n) trail_push_chance(vm, chosen + 1);
  chosen = chosen < n ? chosen : n - 1;
  wake(vm, found[chosen]);
  if (vm->host.events.picked) vm->host.events.picked(vm->host.events.context, found[chosen]->index);
  return STEP_NEXT;
}

enum step cond_broadcast(const struct call *c) {
  struct place p;
  struct thread *found[MOST_WAITERS];
  enum step step = signal_turn(c, &p);
  if (step != STEP_NEXT) return step;
  uint32_t n = waiters(c->vm, place_address(&p), found, MOST_WAITERS);
  for (uint32_t i = 0; i < n && i < MOST_WAITERS; i++) wake(c->vm, found[i]);
  call_give(c, 0);
  return STEP_NEXT;
}
