/* Threads: names, birth, end, joining; atomic sections; and the scheduler's view of them.

   A thread is known by its parent and its birth number there, so that it has the same number, and its objects the same
   addresses, over all interleavings. Creating a thread is no visible operation by itself: nothing can be affected by
   when it happens but the thread itself. */
#include <stdio.h>
#include <sys/mman.h>

#include "util/error.h"
#include "vm/reuse.h"

enum { CELL_BYTES = THREAD_CELLS * sizeof(struct cell), FENCE_BYTES = 1 << 16 };

static const char *const operation_texts[] = {
#define X(name, text) text,
    VM_OPERATIONS(X)
#undef X
};
const char *vm_operation_text(enum vm_operation kind) { return operation_texts[kind]; }

/* Behind the cells lie addresses that nobody may touch: a frame that does not fit is caught there, before it reaches
   the cells of another thread. */
static struct cell *reserve_cells(void) {
  struct cell *cells =
      mmap(NULL, CELL_BYTES + FENCE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (cells == MAP_FAILED || mprotect(cells + THREAD_CELLS, FENCE_BYTES, PROT_NONE))
    error_exit(EXIT_INCOMPLETE, "out of memory for the stack of a thread");
  return cells;
}

/* The mask of signals of the calling thread: a new one begins with it. */
static uint64_t signal_mask(struct vm *vm, uint32_t global) {
  uint64_t mask;
  memcpy(&mask, memory_tls(vm, global)->data, sizeof mask);
  return mask;
}

/* A thread's own copies of the thread-local globals are the first objects of its heap region. */
static void place_tls(struct vm *vm, struct thread *t) {
  for (uint32_t i = 0; i < vm->tls.count; i++) {
    const struct ir_global *g = &vm->program->globals[vm->tls.data[i]];
    struct object *o = memory_allocate(vm, heap_region(t), &t->regs.heap_count, OBJECT_GLOBAL, g->size, g->align, true);
    o->name = g->name;
    memory_initialise(vm, g, o);
    t->tls[vm->tls.data[i]] = o->slot + 1;
    if (vm->thread && t != vm->thread && !strcmp(ir_text(vm->program, g->name), "__heddle_rt_blocked"))
      object_put(vm, o, 0, 64, signal_mask(vm, vm->tls.data[i]), 0);
  }
}

static char *name_of(const struct vm *vm, uint32_t parent, uint32_t birth) {
  if (parent == IR_NONE) return mem_strdup("main");
  const char *above = vm->threads.data[parent]->name;
  size_t bytes = strlen(above) + 16;
  char *name = mem_alloc(bytes);
  snprintf(name, bytes, "%s.%u", above, birth + 1);
  return name;
}

/* The thread of that name; made when it is seen for the first time in the whole exploration. */
static struct thread *thread_named(struct vm *vm, uint32_t parent, uint32_t birth) {
  uint64_t key = (uint64_t)parent << 32 | birth;
  uint32_t index;
  if (map_get(&vm->thread_names, key, &index)) return vm->threads.data[index];
  if (2 * vm->threads.count + 2 >= vm->nregions) return NULL;
  struct thread *t = mem_zalloc(sizeof *t);
  t->index = vm->threads.count;
  t->parent = parent;
  t->name = name_of(vm, parent, birth);
  t->cells = reserve_cells();
  t->tls = mem_zalloc((vm->program->nglobals + 1) * sizeof *t->tls);
  map_put(&vm->thread_names, key, t->index);
  vec_push(&vm->threads, t);
  return t;
}

bool vm_location_is_possible(const struct vm *vm, uint64_t place) {
  uint32_t thread = (uint32_t)(place >> 32) & 0x3fffffffu;
  if (vm_location_kind(place) != VM_LOCATION_REGISTER) return true;
  return thread < vm->threads.count && (uint32_t)place < THREAD_CELLS;
}

uint32_t vm_expect_thread(struct vm *vm, uint32_t parent, uint32_t birth) {
  const struct thread *t = thread_named(vm, parent, birth);
  return t ? t->index : IR_NONE;
}

struct thread *threads_new(struct vm *vm, uint32_t parent, uint32_t birth) {
  struct thread *t = thread_named(vm, parent, birth);
  if (!t) return NULL;
  trail_save_thread(vm, t);
  t->regs = (struct thread_regs){.locals = IR_NONE,
                                 .born = IR_NONE,
                                 .woken_by = IR_NONE,
                                 .spins_from = IR_NONE,
                                 .made_at = IR_NONE,
                                 .status = THREAD_LOCAL,
                                 .handle = t->index + 1};
  place_tls(vm, t);
  return t;
}

void threads_close(struct vm *vm) {
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    struct thread *t = vm->threads.data[i];
    munmap(t->cells, CELL_BYTES + FENCE_BYTES);
    free(t->tls);
    vec_free(&t->visits);
    free(t->name);
    free(t);
  }
  vec_free(&vm->threads);
  map_free(&vm->thread_names);
}

static void count_unjoined(struct vm *vm, int change) {
  ASSERT(change > 0 || vm->unjoined);
  trail_log_scalar(vm, &vm->unjoined);
  vm->unjoined += (uint64_t)(int64_t)change;
}

/* Runs `action` as the given thread: its cells are the ones that get logged. */
static enum step start_as(struct vm *vm, struct thread *t, uint32_t function, const struct cell *args, uint32_t count) {
  struct thread *self = vm->thread;
  vm->thread = t;
  enum step step = call_start(vm, function, args, count);
  vm->thread = self;
  return step;
}

static enum step start_thread(struct vm *vm, struct thread *t, const struct cell *function,
                              const struct cell *argument) {
  uint32_t wrapper = ir_find_function(vm->program, "__heddle_thread_main");
  struct cell args[2] = {*function, *argument};
  if (wrapper != IR_NONE && vm->program->functions[wrapper].flags & IR_FN_DEFINED)
    return start_as(vm, t, wrapper, args, 2);
  return start_as(vm, t, function_at(vm, function->value), argument, 1);
}

/* Attributes have the C library's layout: bit 0 of the word at offset 8 says that the thread is detached. */
static bool starts_detached(const struct call *c) {
  const struct cell *attributes = call_argument(c, 1);
  struct object *o = attributes->expr ? NULL : memory_at(c->vm, attributes->value);
  uint64_t offset = o ? attributes->value - o->base + 8 : 0;
  return o && object_allows(o, offset, 4) && !object_is_symbolic(o, offset, 4) && o->data[offset] & 1;
}

/* A new thread goes on from the operation that its creator did last, or from where the creator itself began. */
static uint8_t fences_at_birth(uint8_t creator) {
  bool behind = (creator & VM_FENCE_MOVED) && (creator & VM_FENCE_ACQUIRE);
  return behind || (creator & VM_FENCE_BORN) ? VM_FENCE_BORN : 0;
}

void threads_fence(struct vm *vm, const struct ir_ins *ins) {
  unsigned order = (ins->flags & IR_ORDER) >> 5;
  uint8_t *fences = &vm->thread->regs.fences;
  if (order == IR_ACQUIRE || order >= IR_ACQ_REL) *fences |= VM_FENCE_ACQUIRE;
  if (order < IR_RELEASE) return;
  *fences |= VM_FENCE_RELEASE | (*fences & VM_FENCE_ACQUIRE ? VM_FENCE_BOTH : 0);
}

enum step thread_create(const struct call *c) {
  struct vm *vm = c->vm;
  struct thread *self = vm->thread;
  unsigned word = vm->program->pointer_bits;
  struct object *o;
  uint64_t offset, function;
  enum step step = access_place(vm, call_argument(c, 0), word / 8, ACCESS_WRITE, &o, &offset);
  if (step == STEP_NEXT) step = reuse_turn_create(vm, o, offset, word / 8);
  if (step == STEP_NEXT) access_log_note(vm, o, offset, word / 8, true);
  if (step == STEP_NEXT) step = decide_value(vm, call_argument(c, 2), word, "a function pointer", &function);
  if (step != STEP_NEXT) return step;
  if (function_at(vm, function) == IR_NONE)
    return decide_fail(vm, FAILURE_MEMORY, "a thread is created with a pointer that is no function", NULL);
  if (call_argument(c, 1)->value) log_add(vm, LOG_OPAQUE, 0, 0, 0); /* depends on what the attributes say */
  uint64_t handle;
  step = reuse_handle(vm, &handle);
  if (step != STEP_NEXT) return step;
  if (!vm->unjoined) visible_globals(vm);
  struct thread *t = threads_new(vm, self->index, self->regs.children++);
  if (!t) return decide_cut(vm, "more threads than addresses for them");
  if (handle) t->regs.handle = handle;
  t->regs.born = vm_events(vm);
  t->regs.made_at = vm_failing_ins(vm);
  t->regs.function = function_at(vm, function);
  t->regs.detached = starts_detached(c);
  t->regs.fences = fences_at_birth(self->regs.fences);
  count_unjoined(vm, 1);
  visible_value(vm, call_argument(c, 3));
  const struct cell target = {.value = function};
  if (start_thread(vm, t, &target, call_argument(c, 3)) == STEP_END) return threads_halt(vm, HALT_CUT);
  log_access(vm, LOG_STORE, word / 8, o, o->base + offset);
  log_add(vm, LOG_PUT, word, o->base + offset, t->regs.handle);
  object_put(vm, o, offset, word, t->regs.handle, 0);
  call_give(c, 0);
  return STEP_NEXT;
}

/* The thread that a pthread_t means; NULL after a failure was reported. */
static struct thread *meant_thread(const struct call *c, enum step *step) {
  struct vm *vm = c->vm;
  uint64_t handle;
  *step = decide_value(vm, call_argument(c, 0), vm->program->pointer_bits, "a thread handle", &handle);
  if (*step != STEP_NEXT) return NULL;
  struct thread *t = reuse_thread_of(vm, handle);
  if (t) return t;
  *step = decide_fail(vm, FAILURE_SYNC, "the thread handle is no thread", NULL);
  return NULL;
}

/* What others can see is stored in a step of its own, the second half of the join. */
static enum step store_turn(struct vm *vm, struct object *o, uint64_t offset) {
  struct thread_regs *regs = &vm->thread->regs;
  if (regs->waiting || visible_to_none(vm, o)) return STEP_NEXT;
  vm->granted = false; /* for the join, which has happened */
  regs->waiting = true;
  enum step step = visible_access(vm, o, offset, vm->program->pointer_bits / 8, true);
  if (step == STEP_NEXT) regs->waiting = false;
  return step;
}

static enum step store_result(const struct call *c, const struct cell *result) {
  struct vm *vm = c->vm;
  const struct cell *place = call_argument(c, 1);
  struct object *o;
  uint64_t offset;
  if (!place->expr && !place->value) return STEP_NEXT;
  enum step step = access_place(vm, place, vm->program->pointer_bits / 8, ACCESS_WRITE, &o, &offset);
  if (step == STEP_NEXT) step = store_turn(vm, o, offset);
  if (step != STEP_NEXT) return step;
  log_access(vm, LOG_STORE, vm->program->pointer_bits / 8, o, o->base + offset);
  log_add(vm, LOG_JOINED, vm->thread->regs.waits_for, o->base + offset, 0);
  access_log_note(vm, o, offset, vm->program->pointer_bits / 8, true);
  object_put(vm, o, offset, vm->program->pointer_bits, result->value, result->expr);
  return STEP_NEXT;
}

/* Joining and detaching the same thread exclude each other: both write to an address that stands for its handle, where
   no object can be. A join waits for the end of the thread also where it will fail: when an operation is possible must
   not depend on the order of the two. */
static enum step handle_turn(struct vm *vm, const struct thread *t, struct vm_op op) {
  op.after = IR_NONE;
  op.atomic = true;
  op.range[0] = (struct vm_range){.address = (uint64_t)heap_region(t) << vm->region_shift, .size = 1, .write = true};
  if (vm->reuses_threads) op.range[1] = reuse_thread_pool(true);
  return visible_operation(vm, &op);
}

static enum step end_join(const struct call *c) {
  struct thread_regs *regs = &c->vm->thread->regs;
  enum step step = store_result(c, &c->vm->threads.data[regs->waits_for]->regs.result);
  if (step != STEP_NEXT) return step;
  regs->waiting = false;
  call_give(c, 0);
  return STEP_NEXT;
}

enum step thread_join(const struct call *c) {
  struct vm *vm = c->vm;
  if (vm->thread->regs.waiting) return end_join(c);
  enum step step;
  struct thread *t = meant_thread(c, &step);
  if (!t) return step;
  if (t == vm->thread) return decide_fail(vm, FAILURE_SYNC, "a thread joins itself", NULL);
  vm->thread->regs.waits_for = t->index;
  step = handle_turn(vm, t, (struct vm_op){.kind = VM_OP_JOIN, .blocking = true, .ticket = t->index});
  if (step == STEP_NEXT && t->regs.status != THREAD_DONE)
    return decide_cut(vm, "a thread blocks inside an atomic section");
  if (step != STEP_NEXT) return step;
  if (t->joined) return decide_fail(vm, FAILURE_SYNC, "the thread was joined already", NULL);
  if (t->regs.detached) return decide_fail(vm, FAILURE_SYNC, "join of a detached thread", NULL);
  trail_log_scalar(vm, &t->joined);
  t->joined = true;
  ASSERT(t->regs.status == THREAD_DONE && t != vm->thread);
  reuse_give_back(vm, t);
  count_unjoined(vm, -1);
  return end_join(c);
}

enum step thread_detach(const struct call *c) {
  enum step step;
  struct thread *t = meant_thread(c, &step);
  if (!t) return step;
  step = handle_turn(c->vm, t, (struct vm_op){.kind = VM_OP_RELEASE});
  if (step != STEP_NEXT) return step;
  if (t->joined || t->regs.detached)
    return decide_fail(c->vm, FAILURE_SYNC, "the thread was joined or detached already", NULL);
  trail_save_thread(c->vm, t);
  t->regs.detached = true;
  if (t->regs.status == THREAD_DONE) reuse_give_back(c->vm, t);
  call_give(c, 0);
  return STEP_NEXT;
}

/* Inside atomic sections of the library alone. */
enum step thread_state(const struct call *c) {
  enum step step;
  struct thread *t = meant_thread(c, &step);
  if (!t) return step;
  step = handle_turn(c->vm, t, (struct vm_op){.kind = VM_OP_READ});
  if (step != STEP_NEXT) return step;
  if (t->joined) return decide_fail(c->vm, FAILURE_SYNC, "the thread was joined already", NULL);
  call_give(c, t->regs.detached);
  return STEP_NEXT;
}

enum step thread_self(const struct call *c) {
  call_give(c, c->vm->thread->regs.handle);
  return STEP_NEXT;
}

/* Thread-local objects and what is left of its stack end with the thread; those of main live as long as the program. */
static void end_thread_locals(struct vm *vm) {
  struct thread *t = vm->thread;
  for (uint32_t i = 0; t->index && i < vm->tls.count; i++) memory_kill(vm, memory_tls(vm, vm->tls.data[i]), t->regs.pc);
  while (t->regs.locals != IR_NONE) {
    struct object *o = vm->regions[stack_region(t)].slots[t->regs.locals];
    t->regs.locals = o->below;
    memory_kill(vm, o, t->regs.pc);
  }
}

enum step threads_finish(struct vm *vm, const struct cell *result) {
  struct thread_regs *regs = &vm->thread->regs;
  if (result) {
    regs->result = *result;
    visible_value(vm, result);
  }
  end_thread_locals(vm);
  regs->status = THREAD_DONE;
  if (regs->detached) reuse_give_back(vm, vm->thread);
  vm->end = VM_YIELDED;
  return STEP_END;
}

enum step thread_exit(const struct call *c) {
  enum step turn = visible_ending(c->vm, IR_NONE, c->vm->thread->index);
  return turn == STEP_NEXT ? threads_finish(c->vm, call_argument(c, 0)) : turn;
}

/* Where a thread may be switched away from costs nothing here: every visible operation is such a place. */
enum step thread_yield(const struct call *c) {
  call_give(c, 0);
  return STEP_NEXT;
}

enum step atomic_begin(const struct call *c) {
  struct vm *vm = c->vm;
  if (vm->unjoined) {
    struct vm_op op = {.kind = VM_OP_ATOMIC, .everything = true, .atomic = true, .releases = true, .after = IR_NONE};
    enum step step = visible_operation(vm, &op);
    if (step != STEP_NEXT) return step;
  }
  if (!vm->thread->regs.atomic++) vm->thread->regs.wrote = false;
  return STEP_NEXT;
}

enum step atomic_end(const struct call *c) {
  if (c->vm->thread->regs.atomic) c->vm->thread->regs.atomic--;
  return STEP_NEXT;
}

/* The end of a run in which nothing failed. */
static enum vm_end quiet_end(const struct vm *vm) {
  if (vm->halted & HALT_CUT) return VM_CUT;
  return vm->halted ? VM_INFEASIBLE : VM_EXITED;
}

enum step threads_halt(struct vm *vm, enum halt why) {
  struct thread_regs *regs = &vm->thread->regs;
  uint64_t all = vm->halted | why | (regs->atomic && regs->wrote ? HALT_HIDDEN : 0);
  if (vm->unjoined && all != vm->halted) {
    trail_log_scalar(vm, &vm->halted);
    vm->halted = all;
  }
  if (vm->unjoined) regs->status = THREAD_STOPPED;
  vm->end = vm->unjoined ? VM_YIELDED : why == HALT_CUT ? VM_CUT : VM_INFEASIBLE;
  if (MUTATED(GHOST) && why == HALT_FAILED) vm->end = VM_FAILED;
  return STEP_END;
}

/* ---- the scheduler's view ---- */

uint32_t vm_thread_count(const struct vm *vm) { return vm->threads.count; }
uint32_t vm_current_thread(const struct vm *vm) { return vm->thread->index; }
enum vm_thread_status vm_thread_status(const struct vm *vm, uint32_t i) { return vm->threads.data[i]->regs.status; }
uint32_t vm_thread_joined(const struct vm *vm, uint32_t i) { return vm->threads.data[i]->regs.waits_for; }
uint8_t vm_thread_fences(const struct vm *vm, uint32_t i) { return vm->threads.data[i]->regs.fences; }
bool vm_has_fences(const struct vm *vm) {
  for (uint64_t i = 0; i < vm->program->nins; i++)
    if (vm->program->ins[i].op == IR_FENCE) return true;
  return false;
}
bool vm_has_sections(const struct vm *vm) {
  const struct ir_program *p = vm->program;
  for (uint32_t f = 0; f < p->nfunctions; f++)
    if (p->functions[f].flags & IR_FN_ATOMIC || !strcmp(ir_text(p, p->functions[f].name), "__VERIFIER_atomic_begin"))
      return true;
  return false;
}
uint32_t vm_thread_born(const struct vm *vm, uint32_t i) { return vm->threads.data[i]->regs.born; }
const char *vm_name_of_thread(const struct vm *vm, uint32_t i) { return vm->threads.data[i]->name; }
void vm_pick(struct vm *vm, uint32_t thread) {
  ASSERT(thread == IR_NONE || thread == VM_PICK_NOBODY || thread < vm->threads.count);
  vm->pick = thread;
}
uint32_t vm_find_thread(const struct vm *vm, const char *name) {
  for (uint32_t i = 0; i < vm->threads.count; i++)
    if (!strcmp(vm->threads.data[i]->name, name) && vm->threads.data[i]->regs.status != THREAD_NONE) return i;
  return IR_NONE;
}
bool vm_joins_compete(const struct vm *vm) { return vm->joins_compete; }
bool vm_has_failed(const struct vm *vm) { return vm->halted & HALT_FAILED; }
bool vm_is_threaded(const struct vm *vm) { return vm->unjoined; }
bool vm_is_halted(const struct vm *vm) { return vm->halted; }

/* Of a variable of the library's: not zero. */
static bool is_set(const struct vm *vm, const char *name) {
  const struct ir_program *p = vm->program;
  for (uint64_t i = 0; i < p->nglobals; i++) {
    if (strcmp(ir_text(p, p->globals[i].name), name)) continue;
    const struct object *o = memory_at(vm, vm->global_base[i]);
    return o && (o->data[0] || object_is_nonconcrete(o, 0));
  }
  return false;
}

/* Both of rt/signals_sent.c. */
bool vm_awaits_signal(const struct vm *vm) { return is_set(vm, "__heddle_rt_on_their_way"); }
bool vm_awaits_timer(const struct vm *vm) { return is_set(vm, "__heddle_rt_timer_would_ring"); }
enum vm_end vm_final_end(const struct vm *vm) { return vm->halted & HALT_FAILED ? VM_FAILED : quiet_end(vm); }
const char *vm_thread_name(const struct vm *vm) { return vm->thread->name; }

/* A compare-and-swap writes or only reads, depending on the state it meets. */
static void refresh_update(struct vm *vm, struct thread *t) {
  const struct ir_ins *ins = &vm->program->ins[t->regs.op.ins];
  if (ins->op != IR_CMPXCHG) return;
  struct vm_range *range = &t->regs.op.range[0];
  const struct cell *expected = operand(vm, t->cells + t->regs.base, ins->b);
  struct object *o = memory_at(vm, range->address);
  uint64_t offset = range->address - o->base, now = 0;
  range->write = true;
  t->regs.op.acquires = visible_acquires(ins, true);
  if (expected->expr || !object_allows(o, offset, range->size) || object_is_symbolic(o, offset, range->size)) return;
  memcpy(&now, o->data + offset, range->size);
  range->write = now == expected->value && !MUTATED(CAS);
  t->regs.op.acquires = visible_acquires(ins, range->write);
}

const struct vm_op *vm_thread_op(struct vm *vm, uint32_t i) {
  struct thread *t = vm->threads.data[i];
  VERIFY(t->regs.status == THREAD_READY || t == vm->thread);
  if (t->regs.op.kind == VM_OP_UPDATE) refresh_update(vm, t);
  if (vm->reuses) reuse_refresh(vm, &t->regs.op);
  if (t->regs.op.sync || t->regs.op.kind == VM_OP_WAIT) t->regs.op.state = sync_state(vm, &t->regs.op);
  else if (vm->in_loop) {
    t->regs.op.awaits = await_is_one(vm, t);
    t->regs.op.tells = await_value(vm, &t->regs.op, &t->regs.op.state);
  }
  return &t->regs.op;
}

const struct vm_op *vm_thread_waits(const struct vm *vm, uint32_t i) { return &vm->threads.data[i]->regs.op; }
enum vm_operation vm_thread_kind(const struct vm *vm, uint32_t i) { return vm->threads.data[i]->regs.op.kind; }

static bool spins(const struct vm *vm, uint32_t i) {
  const struct thread_regs *r = &vm->threads.data[i]->regs;
  return r->spins_from != IR_NONE && !vm->host.events.disturbed(vm->host.events.context, i, r->spins_from, r->spins_to);
}

bool vm_thread_awaits(const struct vm *vm, uint32_t i) {
  return vm_thread_possible(vm, i) && !spins(vm, i) && await_waits(vm, vm->threads.data[i]);
}

bool vm_thread_enabled(const struct vm *vm, uint32_t i) {
  return !spins(vm, i) && vm_thread_possible(vm, i) && !await_waits(vm, vm->threads.data[i]);
}

bool vm_thread_possible(const struct vm *vm, uint32_t i) {
  const struct thread *t = vm->threads.data[i];
  if (t->regs.status != THREAD_READY) return false;
  const struct vm_op *op = &t->regs.op;
  if (op->kind == VM_OP_JOIN) return vm->threads.data[t->regs.waits_for]->regs.status == THREAD_DONE;
  if (op->kind == VM_OP_WAKE && t->regs.condition && !t->regs.signalled && !t->regs.timed) return false;
  return !op->blocking || vm_op_enabled_in(op, i, sync_state(vm, op));
}

bool vm_thread_can_go(const struct vm *vm, uint32_t i) {
  return i < vm->threads.count && vm_thread_enabled(vm, i) && vm_thread_kind(vm, i) != VM_OP_EXIT;
}

bool vm_continue_local(struct vm *vm) {
  for (uint32_t t = 0; t < vm->threads.count; t++) {
    if (vm_thread_status(vm, t) != THREAD_LOCAL) continue;
    vm_continue(vm, t, false);
    return true;
  }
  return false;
}

void threads_moved(struct vm *vm) {
  vm->thread->regs.own++;
  vm->thread->regs.spins_from = IR_NONE;
  vm->thread->regs.fences = VM_FENCE_MOVED;
}

void vm_continue(struct vm *vm, uint32_t i, bool grant) {
  VERIFY(i < vm->threads.count);
  VERIFY(vm->threads.data[i]->regs.status == (grant ? THREAD_READY : THREAD_LOCAL));
  vm->deadlocked = false;
  vm->thread = vm->threads.data[i];
  trail_save_thread(vm, vm->thread);
  vm->thread->regs.status = THREAD_LOCAL;
  vm->thread->regs.hashed = false;
  vm->granted = grant;
  vm->passed = 0;
  if (grant) threads_moved(vm);
  vm->edge = IR_NONE;
  log_add(vm, LOG_THREAD, i, vm->thread->regs.pc, vm->thread->regs.base);
}
