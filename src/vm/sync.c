/* What all synchronisation objects have in common: where they are, in which state an operation is possible, whose turn
   it is.

   The state of an object lies in its own memory, in the first words of what the C library declares, so that it is
   initialised, copied and taken back like everything else. */
#include <stdio.h>

#include "vm/sync.h"

/* Whatever happens depends on the whole object, misuse too; what is not initialised yet will be set, or is a
   failure. */
static void log_object(struct vm *vm, const struct place *p, uint64_t bytes) {
  log_access(vm, LOG_STORE, (uint32_t)bytes, p->object, place_address(p));
  for (uint32_t at = 0; at < bytes; at += 4)
    if (!object_is_symbolic(p->object, p->offset + at, 4))
      log_push(vm, LOG_GET, 4, place_address(p) + at, place_get(p, at));
}

enum step sync_place(const struct call *c, uint32_t argument, uint64_t bytes, struct place *p) {
  enum step step = access_place(c->vm, call_argument(c, argument), bytes, ACCESS_WRITE, &p->object, &p->offset);
  if (step == STEP_NEXT && c->vm->logs) log_object(c->vm, p, bytes);
  return step;
}

enum step sync_misuse(struct vm *vm, const char *text) {
  if (!check_on(vm, CHECK_SYNC)) return decide_cut(vm, "%s, while the check for it is off", text);
  return decide_fail_logged(vm, FAILURE_SYNC, text, NULL);
}

enum step sync_initialised(struct vm *vm, const struct place *p, uint64_t bytes, const char *what) {
  if (!object_is_symbolic(p->object, p->offset, bytes)) return STEP_NEXT;
  bool turn = visible_to_none(vm, p->object) || vm->granted || vm->thread->regs.atomic;
  if (!turn) return STEP_NEXT; /* somebody may initialise it until then */
  char text[100];
  snprintf(text, sizeof text, "%s was never initialised", what);
  log_add(vm, LOG_OPAQUE, 0, 0, 0);
  return sync_misuse(vm, text);
}

enum step sync_ready(const struct call *c, uint64_t bytes, const char *what, struct place *p) {
  enum step step = sync_place(c, 0, bytes, p);
  if (step == STEP_NEXT) step = sync_initialised(c->vm, p, bytes, what);
  return step;
}

enum step sync_init(const struct call *c, enum vm_sync sync, uint64_t bytes, struct place *p) {
  enum step step = sync_place(c, 0, bytes, p);
  if (step == STEP_NEXT) step = sync_turn(c->vm, p, sync_operation(VM_OP_INIT, sync, false, p, bytes));
  if (step != STEP_NEXT) return step;
  for (uint32_t at = 0; at < bytes; at += 4) place_put(c->vm, p, at, 0);
  call_give(c, 0);
  return STEP_NEXT;
}

enum step sync_alive(struct vm *vm, const struct place *p, uint32_t at, const char *what) {
  if (place_get(p, at) != VM_DESTROYED) return STEP_NEXT;
  char text[100];
  snprintf(text, sizeof text, "use of a destroyed %s", what + strlen("the "));
  return sync_misuse(vm, text);
}

/* ---- enabledness ---- */

#define RW_SOMEBODY_WAITS ((uint64_t)1 << 31)

static uint64_t rw_state(const struct place *p) {
  return (uint64_t)place_get(p, RW_WRITER) << 48 | (uint64_t)(place_get(p, RW_FIRST) & 0xffff) << 32 |
         (place_get(p, RW_WAITING) ? RW_SOMEBODY_WAITS : 0) | (place_get(p, RW_READERS) & (RW_SOMEBODY_WAITS - 1));
}

/* Where writers are preferred nobody gets the lock before the first who waits to write, and no reader before any of
   them. */
static bool may_read(uint64_t state) {
  return !vm_rw_writer(state) && (MUTATED(WRITER) || (!vm_rw_first(state) && !(state & RW_SOMEBODY_WAITS)));
}
static bool may_write(uint64_t state, uint32_t self) {
  bool readers = state & (RW_SOMEBODY_WAITS - 1);
  return !vm_rw_writer(state) && !readers && (!vm_rw_first(state) || vm_rw_first(state) == self);
}

/* What a wait does to others is a matter of its mutex. */
uint64_t sync_state(const struct vm *vm, const struct vm_op *op) {
  uint64_t address = op->range[op->kind == VM_OP_WAIT].address;
  const struct object *o = memory_at(vm, address);
  struct place p = {.object = (struct object *)o, .offset = address - o->base};
  if (o->limit == 0) return 0;
  if (op->kind == VM_OP_WAIT) return place_get(&p, MUTEX_OWNER);
  switch ((enum vm_sync)op->sync) {
  case VM_SYNC_MUTEX: return place_get(&p, MUTEX_OWNER);
  case VM_SYNC_READ:
  case VM_SYNC_WRITE: return rw_state(&p);
  case VM_SYNC_BARRIER: return place_get(&p, BARRIER_ROUND);
  case VM_SYNC_SPIN: return place_get(&p, 0) == VM_SPIN_FREE || place_get(&p, 0) == VM_DESTROYED ? 0 : place_get(&p, 0);
  case VM_SYNC_SEMAPHORE:
  case VM_SYNC_ONCE: return place_get(&p, 0);
  case VM_SYNC_NONE: break;
  }
  return 0;
}

bool vm_op_enabled_in(const struct vm_op *op, uint32_t thread, uint64_t state) {
  switch ((enum vm_sync)op->sync) {
  case VM_SYNC_MUTEX: return state == 0 || state == thread + 1;
  case VM_SYNC_READ: return may_read(state) || vm_rw_writer(state) == thread + 1;
  case VM_SYNC_WRITE: return may_write(state, thread + 1) || vm_rw_writer(state) == thread + 1;
  case VM_SYNC_BARRIER: return state != op->ticket;
  case VM_SYNC_SEMAPHORE: return state > 0;
  case VM_SYNC_SPIN: return state == 0 || state == thread + 1;
  case VM_SYNC_ONCE: return state != 1;
  case VM_SYNC_NONE: break;
  }
  return true;
}

enum step sync_turn(struct vm *vm, const struct place *p, struct vm_op op) {
  ASSERT(builtins_tell(vm, &op));
  op.after = IR_NONE;
  bool possible = !op.blocking || vm_op_enabled_in(&op, vm->thread->index, sync_state(vm, &op));
  if (visible_to_none(vm, p->object) && possible) return STEP_NEXT;
  enum step step = visible_operation(vm, &op);
  if (step == STEP_NEXT && !possible) return decide_cut(vm, "a thread blocks inside an atomic section");
  return step;
}

enum step sync_next(struct vm *vm, struct vm_op op, uint32_t after) {
  struct thread_regs *regs = &vm->thread->regs;
  regs->op = op;
  regs->op.ins = regs->pc;
  regs->op.ordinal = regs->hooks;
  regs->op.after = after;
  regs->status = THREAD_READY;
  vm->end = VM_YIELDED;
  return STEP_END;
}

enum step sync_attribute(const struct call *c, uint32_t argument, uint32_t *value) {
  struct place p;
  *value = 0;
  if (!call_argument(c, argument)->expr && !call_argument(c, argument)->value) return STEP_NEXT;
  enum step step = access_place(c->vm, call_argument(c, argument), 4, ACCESS_READ, &p.object, &p.offset);
  if (step != STEP_NEXT) return step;
  log_access(c->vm, LOG_LOAD, 4, p.object, place_address(&p));
  log_add(c->vm, LOG_GET, 4, place_address(&p), place_get(&p, 0));
  *value = place_get(&p, 0);
  return STEP_NEXT;
}

struct vm_op sync_operation(enum vm_operation kind, enum vm_sync sync, bool blocking, const struct place *p,
                            uint64_t bytes) {
  bool releases = kind == VM_OP_UNLOCK || kind == VM_OP_WAIT || kind == VM_OP_RELEASE || kind == VM_OP_ARRIVE ||
                  kind == VM_OP_INIT || kind == VM_OP_SIGNAL;
  bool acquires = kind == VM_OP_LOCK || kind == VM_OP_TRYLOCK || kind == VM_OP_WAKE || kind == VM_OP_ACQUIRE ||
                  kind == VM_OP_LEAVE || kind == VM_OP_ARRIVE || kind == VM_OP_QUEUE;
  return (struct vm_op){.kind = (uint8_t)kind,
                        .sync = (uint8_t)sync,
                        .blocking = blocking,
                        .atomic = true,
                        .acquires = acquires,
                        .releases = releases,
                        .after = IR_NONE,
                        .range = {{.address = place_address(p), .size = bytes, .write = true}}};
}
