/* Read-write locks, barriers, spin locks, semaphores and once controls. */
#include <errno.h>

#include "vm/sync.h"

static enum step ready_place(const struct call *c, uint64_t bytes, const char *what, struct place *p) {
  enum step step = sync_place(c, 0, bytes, p);
  if (step == STEP_NEXT) step = sync_initialised(c->vm, p, bytes, what);
  return step;
}

static enum step init_words(const struct call *c, enum vm_sync sync, uint64_t bytes, struct place *p) {
  enum step step = sync_place(c, 0, bytes, p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, p, sync_operation(VM_OP_INIT, sync, false, p, bytes));
  if (step != STEP_NEXT) return step;
  for (uint32_t at = 0; at < bytes; at += 4) place_put(c->vm, p, at, 0);
  call_give(c, 0);
  return STEP_NEXT;
}

/* Destroying is a misuse while `busy` (a word of the object) is not zero. */
static enum step destroy(const struct call *c, enum vm_sync sync, uint64_t bytes, const char *what, const char *text) {
  struct place p;
  enum step step = ready_place(c, bytes, what, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_INIT, sync, false, &p, bytes));
  if (step != STEP_NEXT) return step;
  bool busy = place_get(&p, 0) || (bytes == RW_BYTES && place_get(&p, RW_READERS));
  if (busy) return sync_misuse(c->vm, text);
  call_give(c, 0);
  return STEP_NEXT;
}

/* ---- read-write locks ---- */

static const char rwlock_text[] = "the read-write lock";

enum step rwlock_init(const struct call *c) {
  struct place p;
  return init_words(c, VM_SYNC_WRITE, RW_BYTES, &p);
}
enum step rwlock_destroy(const struct call *c) {
  return destroy(c, VM_SYNC_WRITE, RW_BYTES, rwlock_text, "a read-write lock is destroyed while it is held");
}

static enum step lock_rw(const struct call *c, bool writes, bool blocks) {
  struct vm *vm = c->vm;
  struct place p;
  enum vm_sync sync = writes ? VM_SYNC_WRITE : VM_SYNC_READ;
  enum step step = ready_place(c, RW_BYTES, rwlock_text, &p);
  if (step == STEP_NEXT)
    step = sync_turn(vm, &p, sync_operation(blocks ? VM_OP_LOCK : VM_OP_TRYLOCK, sync, blocks, &p, RW_BYTES));
  if (step != STEP_NEXT) return step;
  uint32_t writer = place_get(&p, RW_WRITER), readers = place_get(&p, RW_READERS);
  if (writer == sync_self(vm) && blocks) return sync_misuse(vm, "a thread locks a read-write lock that it holds for writing");
  if (writer || (writes && readers)) {
    call_give(c, EBUSY);
    return STEP_NEXT;
  }
  if (writes) place_put(vm, &p, RW_WRITER, sync_self(vm));
  else place_put(vm, &p, RW_READERS, readers + 1);
  call_give(c, 0);
  return STEP_NEXT;
}
enum step rwlock_rdlock(const struct call *c) { return lock_rw(c, false, true); }
enum step rwlock_tryrdlock(const struct call *c) { return lock_rw(c, false, false); }
enum step rwlock_wrlock(const struct call *c) { return lock_rw(c, true, true); }
enum step rwlock_trywrlock(const struct call *c) { return lock_rw(c, true, false); }

enum step rwlock_unlock(const struct call *c) {
  struct vm *vm = c->vm;
  struct place p;
  enum step step = ready_place(c, RW_BYTES, rwlock_text, &p);
  if (step == STEP_NEXT) step = sync_turn(vm, &p, sync_operation(VM_OP_UNLOCK, VM_SYNC_WRITE, false, &p, RW_BYTES));
  if (step != STEP_NEXT) return step;
  uint32_t readers = place_get(&p, RW_READERS), writer = place_get(&p, RW_WRITER);
  if (writer == sync_self(vm)) place_put(vm, &p, RW_WRITER, 0);
  else if (readers && !writer) place_put(vm, &p, RW_READERS, readers - 1);
  else return sync_misuse(vm, "unlock of a read-write lock that this thread does not hold");
  call_give(c, 0);
  return STEP_NEXT;
}

/* ---- barriers ---- */

static const char barrier_text[] = "the barrier";

enum step barrier_init(const struct call *c) {
  struct place p;
  uint64_t count;
  enum step step = decide_value(c->vm, call_argument(c, 2), 32, "the count of a barrier", &count);
  if (step == STEP_NEXT) step = init_words(c, VM_SYNC_BARRIER, BARRIER_BYTES, &p);
  if (step != STEP_NEXT) return step;
  place_put(c->vm, &p, BARRIER_NEEDED, (uint32_t)count);
  call_give(c, count ? 0 : EINVAL);
  return STEP_NEXT;
}

enum step barrier_destroy(const struct call *c) {
  struct place p;
  enum step step = ready_place(c, BARRIER_BYTES, barrier_text, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_INIT, VM_SYNC_BARRIER, false, &p, BARRIER_BYTES));
  if (step != STEP_NEXT) return step;
  if (place_get(&p, BARRIER_ARRIVED)) return sync_misuse(c->vm, "a barrier is destroyed while a thread waits at it");
  call_give(c, 0);
  return STEP_NEXT;
}

/* Second half of waiting: enabled when the round in which the thread arrived is over. */
static enum step leave_later(struct vm *vm, const struct place *p) {
  struct thread_regs *regs = &vm->thread->regs;
  regs->waiting = true;
  regs->op = sync_operation(VM_OP_LEAVE, VM_SYNC_BARRIER, true, p, BARRIER_BYTES);
  regs->op.range[0].write = false;
  regs->op.ticket = place_get(p, BARRIER_ROUND);
  regs->op.ins = regs->pc;
  regs->op.ordinal = regs->hooks;
  regs->op.after = IR_NONE;
  regs->status = THREAD_READY;
  vm->end = VM_YIELDED;
  return STEP_END;
}

enum step barrier_wait(const struct call *c) {
  struct vm *vm = c->vm;
  struct place p;
  if (vm->thread->regs.waiting) {
    vm->thread->regs.waiting = false;
    call_give(c, 0);
    return STEP_NEXT;
  }
  enum step step = ready_place(c, BARRIER_BYTES, barrier_text, &p);
  if (step == STEP_NEXT) step = sync_turn(vm, &p, sync_operation(VM_OP_ARRIVE, VM_SYNC_BARRIER, false, &p, BARRIER_BYTES));
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
  return init_words(c, VM_SYNC_SPIN, WORD_BYTES, &p);
}
enum step spin_destroy(const struct call *c) {
  return destroy(c, VM_SYNC_SPIN, WORD_BYTES, spin_text, "a spin lock is destroyed while it is held");
}

static enum step lock_spin(const struct call *c, bool blocks) {
  struct vm *vm = c->vm;
  struct place p;
  enum step step = ready_place(c, WORD_BYTES, spin_text, &p);
  if (step == STEP_NEXT)
    step = sync_turn(vm, &p, sync_operation(blocks ? VM_OP_LOCK : VM_OP_TRYLOCK, VM_SYNC_SPIN, blocks, &p, WORD_BYTES));
  if (step != STEP_NEXT) return step;
  uint32_t holder = place_get(&p, 0);
  if (blocks && holder) return sync_misuse(vm, "relock of a spin lock that this thread holds already");
  call_give(c, holder ? EBUSY : 0);
  if (!holder) place_put(vm, &p, 0, sync_self(vm));
  return STEP_NEXT;
}
enum step spin_lock(const struct call *c) { return lock_spin(c, true); }
enum step spin_trylock(const struct call *c) { return lock_spin(c, false); }

enum step spin_unlock(const struct call *c) {
  struct place p;
  enum step step = ready_place(c, WORD_BYTES, spin_text, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_UNLOCK, VM_SYNC_SPIN, false, &p, WORD_BYTES));
  if (step != STEP_NEXT) return step;
  if (place_get(&p, 0) != sync_self(c->vm)) return sync_misuse(c->vm, "unlock of a spin lock that this thread does not hold");
  place_put(c->vm, &p, 0, 0);
  call_give(c, 0);
  return STEP_NEXT;
}

/* ---- semaphores ---- */

static const char semaphore_text[] = "the semaphore";

enum step semaphore_init(const struct call *c) {
  struct place p;
  uint64_t value;
  enum step step = decide_value(c->vm, call_argument(c, 2), 32, "the value of a semaphore", &value);
  if (step == STEP_NEXT) step = init_words(c, VM_SYNC_SEMAPHORE, WORD_BYTES, &p);
  if (step != STEP_NEXT) return step;
  place_put(c->vm, &p, 0, (uint32_t)value);
  return STEP_NEXT;
}

enum step semaphore_destroy(const struct call *c) {
  struct place p;
  enum step step = ready_place(c, WORD_BYTES, semaphore_text, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_INIT, VM_SYNC_NONE, false, &p, WORD_BYTES));
  if (step == STEP_NEXT) call_give(c, 0);
  return step;
}

static enum step wait_semaphore(const struct call *c, bool blocks) {
  struct place p;
  enum step step = ready_place(c, WORD_BYTES, semaphore_text, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_ACQUIRE, VM_SYNC_SEMAPHORE, blocks, &p, WORD_BYTES));
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
  enum step step = ready_place(c, WORD_BYTES, semaphore_text, &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_RELEASE, VM_SYNC_SEMAPHORE, false, &p, WORD_BYTES));
  if (step != STEP_NEXT) return step;
  place_put(c->vm, &p, 0, place_get(&p, 0) + 1);
  call_give(c, 0);
  return STEP_NEXT;
}

enum step semaphore_getvalue(const struct call *c) {
  struct place p;
  struct object *o;
  uint64_t offset;
  enum step step = ready_place(c, WORD_BYTES, semaphore_text, &p);
  struct vm_op op = sync_operation(VM_OP_READ, VM_SYNC_NONE, false, &p, WORD_BYTES);
  op.range[0].write = false;
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, op);
  if (step == STEP_NEXT) step = access_place(c->vm, call_argument(c, 1), 4, ACCESS_WRITE, &o, &offset);
  if (step != STEP_NEXT) return step;
  log_access(c->vm, LOG_STORE, 4, o, o->base + offset);
  log_add(c->vm, LOG_PUT, 32, o->base + offset, place_get(&p, 0));
  tell_access(c->vm, o, offset, 4, true);
  object_put(c->vm, o, offset, 32, place_get(&p, 0), 0);
  call_give(c, 0);
  return STEP_NEXT;
}

/* ---- once controls: 0 nobody came yet, 1 somebody runs the initialiser, 2 done ---- */

enum step once_begin(const struct call *c) {
  struct place p;
  enum step step = ready_place(c, WORD_BYTES, "the once control", &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_ACQUIRE, VM_SYNC_ONCE, true, &p, WORD_BYTES));
  if (step != STEP_NEXT) return step;
  bool first = place_get(&p, 0) == 0;
  if (first) place_put(c->vm, &p, 0, 1);
  call_give(c, first);
  return STEP_NEXT;
}

enum step once_end(const struct call *c) {
  struct place p;
  enum step step = ready_place(c, WORD_BYTES, "the once control", &p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, &p, sync_operation(VM_OP_RELEASE, VM_SYNC_ONCE, false, &p, WORD_BYTES));
  if (step == STEP_NEXT) place_put(c->vm, &p, 0, 2);
  return step;
}
