/* Read-write locks. Only one kind has rules of its own: in it writers are preferred. A writer that has to wait says so
   in a step of its own, and from then on no new reader gets in, not even one that reads already. The other kinds know
   nothing of who waits. */
#include <errno.h>

#include "vm/sync.h"

enum { WRITERS_FIRST = 2 }; /* PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP */

static const char rwlock_text[] = "the read-write lock";

/* As in the C library, whose static initialisers set it. */
static uint32_t kind_at(const struct vm *vm) { return vm->program->pointer_bits == 64 ? 48 : 24; }

static bool has_kind(const struct vm *vm, const struct place *p) {
  uint64_t at = p->offset + kind_at(vm);
  return object_allows(p->object, at, 4) && !object_is_symbolic(p->object, at, 4);
}

static uint32_t kind_of(struct vm *vm, const struct place *p) {
  if (!has_kind(vm, p)) return 0;
  log_add(vm, LOG_GET, 4, place_address(p) + kind_at(vm), place_get(p, kind_at(vm)));
  return place_get(p, kind_at(vm));
}

static bool prefers_writers(struct vm *vm, const struct place *p) { return (kind_of(vm, p) & 0xff) == WRITERS_FIRST; }

enum step rwlock_init(const struct call *c) {
  struct place p;
  uint32_t kind;
  enum step step = sync_init(c, VM_SYNC_WRITE, RW_BYTES, &p);
  if (step == STEP_NEXT) step = sync_attribute(c, 1, &kind);
  if (step != STEP_NEXT) return step;
  if (object_allows(p.object, p.offset + kind_at(c->vm), 4)) place_put(c->vm, &p, kind_at(c->vm), kind);
  return STEP_NEXT;
}

static enum step rw_turn(const struct call *c, enum vm_operation kind, enum vm_sync sync, struct place *p) {
  enum step step = sync_turn(c->vm, p, sync_operation(kind, sync, kind == VM_OP_LOCK, p, RW_BYTES));
  if (step != STEP_NEXT || kind_of(c->vm, p) != VM_DESTROYED) return step;
  return sync_misuse(c->vm, "use of a destroyed read-write lock");
}

static bool is_free(const struct place *p) {
  return !place_get(p, RW_WRITER) && !place_get(p, RW_READERS) && !place_get(p, RW_FIRST) && !place_get(p, RW_WAITING);
}

enum step rwlock_destroy(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, RW_BYTES, rwlock_text, &p);
  if (step == STEP_NEXT) step = rw_turn(c, VM_OP_INIT, VM_SYNC_WRITE, &p);
  if (step != STEP_NEXT) return step;
  if (!is_free(&p)) return sync_misuse(c->vm, "a read-write lock is destroyed while it is held");
  if (has_kind(c->vm, &p)) place_put(c->vm, &p, kind_at(c->vm), VM_DESTROYED);
  call_give(c, 0);
  return STEP_NEXT;
}

/* The writer has to wait. The first one, while others read, is the next to get the lock. */
static enum step queue(struct vm *vm, const struct place *p, enum vm_operation then) {
  bool first = !place_get(p, RW_WRITER) && !place_get(p, RW_FIRST) && !place_get(p, RW_WAITING);
  if (vm->thread->regs.atomic) return decide_cut(vm, "a thread blocks inside an atomic section");
  if (first) place_put_self(vm, p, RW_FIRST);
  else place_put(vm, p, RW_WAITING, place_get(p, RW_WAITING) + 1);
  vm->thread->regs.waiting = true;
  return sync_next(vm, sync_operation(then, VM_SYNC_WRITE, then == VM_OP_LOCK, p, RW_BYTES), IR_NONE);
}

static void leave_queue(struct vm *vm, const struct place *p) {
  uint32_t waiting = place_get(p, RW_WAITING);
  if (place_get(p, RW_FIRST) == sync_self(vm)) place_put(vm, p, RW_FIRST, 0);
  else if (waiting) place_put(vm, p, RW_WAITING, waiting - 1);
  vm->thread->regs.waiting = false;
}

static void take(struct vm *vm, const struct place *p, bool writes) {
  if (writes) place_put_self(vm, p, RW_WRITER);
  else place_put(vm, p, RW_READERS, place_get(p, RW_READERS) + 1);
}

static bool is_own(const struct vm *vm, const struct place *p) { return place_get(p, RW_WRITER) == sync_self(vm); }

enum step rwlock_wrlock(const struct call *c) {
  struct vm *vm = c->vm;
  struct place p;
  enum step step = sync_ready(c, RW_BYTES, rwlock_text, &p);
  if (step != STEP_NEXT) return step;
  bool queues = prefers_writers(vm, &p), waited = vm->thread->regs.waiting;
  if (waited) leave_queue(vm, &p);
  else step = rw_turn(c, queues ? VM_OP_QUEUE : VM_OP_LOCK, VM_SYNC_WRITE, &p);
  if (step != STEP_NEXT) return step;
  if (is_own(vm, &p)) return sync_misuse(vm, "a thread locks a read-write lock that it holds for writing");
  if (!waited && !is_free(&p)) return queue(vm, &p, VM_OP_LOCK);
  take(vm, &p, true);
  call_give(c, 0);
  return STEP_NEXT;
}

enum step rwlock_rdlock(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, RW_BYTES, rwlock_text, &p);
  if (step == STEP_NEXT) step = rw_turn(c, VM_OP_LOCK, VM_SYNC_READ, &p);
  if (step != STEP_NEXT) return step;
  if (is_own(c->vm, &p)) return sync_misuse(c->vm, "a thread locks a read-write lock that it holds for writing");
  take(c->vm, &p, false);
  call_give(c, 0);
  return STEP_NEXT;
}

/* With a limit of time the thread that has the lock itself is told so. */
static int late(const struct vm *vm, const struct place *p) { return is_own(vm, p) ? EDEADLK : ETIMEDOUT; }

static enum step try_rw(const struct call *c, bool writes, bool timed) {
  struct place p;
  enum step step = sync_ready(c, RW_BYTES, rwlock_text, &p);
  if (step == STEP_NEXT) step = rw_turn(c, VM_OP_TRYLOCK, writes ? VM_SYNC_WRITE : VM_SYNC_READ, &p);
  if (step != STEP_NEXT) return step;
  bool queued = (place_get(&p, RW_FIRST) || place_get(&p, RW_WAITING)) && !MUTATED(WRITER);
  bool busy = place_get(&p, RW_WRITER) || queued || (writes && place_get(&p, RW_READERS));
  int result = !busy ? 0 : timed ? late(c->vm, &p) : EBUSY;
  if (!busy) take(c->vm, &p, writes);
  call_give(c, (uint64_t)result);
  return STEP_NEXT;
}
enum step rwlock_tryrdlock(const struct call *c) { return try_rw(c, false, false); }
enum step rwlock_trywrlock(const struct call *c) { return try_rw(c, true, false); }
enum step rwlock_timedrdlock(const struct call *c) { return try_rw(c, false, true); }

/* With a limit of time: where writers are preferred it keeps new readers out until the time is over. */
enum step rwlock_timedwrlock(const struct call *c) {
  struct vm *vm = c->vm;
  struct place p;
  enum step step = sync_ready(c, RW_BYTES, rwlock_text, &p);
  if (step != STEP_NEXT) return step;
  bool queues = prefers_writers(vm, &p), waited = vm->thread->regs.waiting;
  if (waited) leave_queue(vm, &p);
  else step = rw_turn(c, queues ? VM_OP_QUEUE : VM_OP_TRYLOCK, VM_SYNC_WRITE, &p);
  if (step != STEP_NEXT) return step;
  if (queues && !waited && !is_free(&p) && !is_own(vm, &p)) return queue(vm, &p, VM_OP_TRYLOCK);
  bool busy = place_get(&p, RW_WRITER) || place_get(&p, RW_READERS) || place_get(&p, RW_FIRST);
  call_give(c, busy ? (uint64_t)late(vm, &p) : 0);
  if (!busy) take(vm, &p, true);
  return STEP_NEXT;
}

enum step rwlock_unlock(const struct call *c) {
  struct place p;
  enum step step = sync_ready(c, RW_BYTES, rwlock_text, &p);
  if (step == STEP_NEXT) step = rw_turn(c, VM_OP_UNLOCK, VM_SYNC_WRITE, &p);
  if (step != STEP_NEXT) return step;
  uint32_t readers = place_get(&p, RW_READERS);
  if (is_own(c->vm, &p)) place_put(c->vm, &p, RW_WRITER, 0);
  else if (readers && !place_get(&p, RW_WRITER)) place_put(c->vm, &p, RW_READERS, readers - 1);
  else return sync_misuse(c->vm, "unlock of a read-write lock that this thread does not hold");
  call_give(c, 0);
  return STEP_NEXT;
}
