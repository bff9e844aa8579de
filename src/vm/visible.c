/* Which memory other threads can see, and the visible operations on it.

   An object belongs to the thread that made it until an address of it gets where another thread can read it: into a
   shared object, an argument of a new thread, a thread's result. Everything before that moment happens before
   anything another thread can do with it, so it need not be interleaved. Globals are shared from the first creation of
   a thread on; an access that no other thread can notice all the same (static_alone) is an operation that depends on
   nothing. While no other thread is left unjoined nobody can see anything. */
#include "vm/reuse.h"

static void log_shared(struct vm *vm, struct object *o) {
  vec_reserve(&vm->entries, vm->entries.count + 1);
  vm->entries.data[vm->entries.count++] = (struct entry){.kind = ENTRY_SHARED, .small = o->only, .object = o};
}

static void publish_words(struct vm *vm, struct object *o, uint64_t from, uint64_t to);

static void publish(struct vm *vm, struct object *o) {
  if (!o || o->released || o->only == SHARED || o->readonly || o->kind == OBJECT_CODE) return;
  if (o->freed_at != IR_NONE && !scope_is_over(vm, o)) return;
  log_shared(vm, o);
  if (o->only < vm->threads.count) vm->threads.data[o->only]->shown = true;
  o->only = SHARED;
  publish_words(vm, o, 0, o->size);
}

/* Every constant in an expression that is an address. */
static void publish_expr(struct vm *vm, sym_id expr, unsigned depth) {
  uint64_t value;
  if (sym_is_const(vm->sym, expr, &value)) {
    publish(vm, memory_at(vm, value));
    return;
  }
  enum sym_op op = sym_op_of(vm->sym, expr);
  if (!depth || op == SYM_BYTES) return;
  if (op == SYM_READ) {
    uint32_t count;
    const sym_id *elements = sym_table_elements(vm->sym, sym_first(vm->sym, expr), &count);
    for (uint32_t i = 0; i < count; i++) publish_expr(vm, elements[i], depth - 1);
    return;
  }
  unsigned operands = op == SYM_ITE                                                            ? 3
                      : op == SYM_NOT || op == SYM_EXTRACT || op == SYM_ZEXT || op == SYM_SEXT ? 1
                                                                                               : 2;
  for (unsigned i = 0; i < operands; i++) publish_expr(vm, sym_operand(vm->sym, expr, i), depth - 1);
}

/* The pointers among the words that touch bytes [from, to). */
static void publish_words(struct vm *vm, struct object *o, uint64_t from, uint64_t to) {
  unsigned word = vm->program->pointer_bits / 8;
  for (uint64_t at = from / word * word; at < to && at + word <= o->size; at += word) {
    if (word == 8 && object_is_untouched(o, at / 8)) {
      at += 7 * word;
      continue;
    }
    if (object_is_nonconcrete(o, at)) {
      if (object_sym(o, at)) publish_expr(vm, object_sym(o, at) >> 3, 16);
      continue;
    }
    uint64_t value = 0;
    memcpy(&value, o->data + at, word);
    if (value >= vm->margin) publish(vm, memory_at(vm, value));
  }
}

void visible_published(struct vm *vm, struct object *o, uint64_t offset, uint64_t bytes) {
  VERIFY(o->only == SHARED);
  if (!MUTATED(PUBLISH)) publish_words(vm, o, offset, offset + bytes);
}

void visible_value(struct vm *vm, const struct cell *value) {
  if (value->expr == CELL_UNDEF) return;
  if (value->expr) publish_expr(vm, value->expr, 16);
  else publish(vm, memory_at(vm, value->value));
}

void visible_globals(struct vm *vm) {
  const struct region *r = &vm->regions[0];
  struct object *last = NULL;
  for (uint32_t i = 0; i < r->count; i++) {
    if (r->slots[i] == last) continue;
    last = r->slots[i];
    publish(vm, last);
    if (last && last->readonly) publish_words(vm, last, 0, last->size);
  }
}

static bool joins_at_once(const struct vm *vm) {
  if (vm->joins_compete || !vm->host.search.immediate) return false;
  return vm->threads.data[vm->thread->regs.waits_for]->regs.status == THREAD_DONE &&
         vm->host.search.immediate(vm->host.search.context);
}

/* What no other thread can notice happens without a stop, but once at each place: who goes round in a loop is looked at
   in every round. */
static bool passes_alone(struct vm *vm, const struct vm_op *op) {
  uint32_t pc = vm->thread->regs.pc;
  if (!op->alone || !vm->host.search.alone || vm->passed == MOST_PASSED) return false;
  for (uint32_t i = 0; i < vm->passed; i++)
    if (vm->passed_at[i] == pc) return false;
  if (!vm->host.search.alone(vm->host.search.context)) return false;
  vm->passed_at[vm->passed++] = pc;
  return true;
}

/* The thread stops before the operation unless it is its turn. Inside an atomic section nothing stops it. */
enum step visible_operation(struct vm *vm, const struct vm_op *op) {
  struct thread_regs *regs = &vm->thread->regs;
  if (regs->atomic || vm->granted) {
    if (regs->atomic && (op->range[0].write || op->range[1].write)) regs->wrote = true;
    for (unsigned i = 0; i < 2 && regs->atomic && vm->host.events.touched; i++)
      if (op->range[i].size) vm->host.events.touched(vm->host.events.context, &op->range[i], op->approximate);
    return STEP_NEXT;
  }
  regs->op = *op;
  regs->arrival = ++vm->arrivals;
  regs->op.ins = regs->pc;
  regs->op.ordinal = regs->hooks;
  if (vm->relevance && vm->relevance[regs->pc] & VM_IRRELEVANT_ACCESS && op->kind <= VM_OP_UPDATE &&
      !vm_op_has_pool(op))
    regs->op.irrelevant = true;
  regs->op.fences = regs->fences;
  if (op->kind == VM_OP_JOIN && joins_at_once(vm)) {
    threads_moved(vm);
    return STEP_NEXT;
  }
  if (passes_alone(vm, op)) {
    vm->granted = true; /* a decision inside the operation executes the instruction again */
    threads_moved(vm);
    return STEP_NEXT;
  }
  regs->status = THREAD_READY;
  regs->arrival = ++vm->arrivals;
  spin_visit(vm);
  bool in_call = vm->program->ins[regs->pc].op == IR_CALL; /* which has not happened: see builtins.c */
  if (regs->spins_from != IR_NONE && !in_call) log_add(vm, LOG_ROUND, vm->thread->round, 0, 0);
  vm->end = VM_YIELDED;
  return STEP_END;
}

bool visible_acquires(const struct ir_ins *ins, bool writes) {
  unsigned order = (ins->flags & IR_ORDER) >> 5;
  if (ins->op == IR_CMPXCHG && !writes) return ins->flags & IR_FAIL_ACQUIRES;
  return order == IR_ACQUIRE || order >= IR_ACQ_REL || !order;
}

/* Loads and stores of the user's atomics, and what order they bring. */
static void set_order(const struct vm *vm, struct vm_op *op) {
  const struct ir_ins *ins = &vm->program->ins[vm->thread->regs.pc];
  enum ir_access access = ir_ops[ins->op].access;
  if (!(ins->flags & IR_ATOMIC) || !(access & IR_SCALAR)) return;
  unsigned order = (ins->flags & IR_ORDER) >> 5;
  op->atomic = true;
  op->acquires = access & IR_READS && visible_acquires(ins, op->range[0].write);
  op->releases = access & IR_WRITES && (order >= IR_RELEASE || !order);
}

/* Another thread's own object: an address reached us in a way that was not seen. It is shared from now on, but what was
   done to it before was not interleaved. */
static void check_owner(struct vm *vm, struct object *o) {
  if (o->only == SHARED || o->only == vm->thread->index) return;
  decide_incomplete(vm, "an object became visible to another thread in a way that is not tracked");
  publish(vm, o);
}

/* Globals are there for ever, so that it does not matter when they are accessed either. */
static bool is_irrelevant(const struct vm *vm, const struct object *o) {
  return vm->relevance && !o->region && vm->relevance[vm->thread->regs.pc] & (VM_IRRELEVANT_GLOBAL | VM_ALONE);
}

/* One thread's alone while it is accessed here: see static_alone. */
static bool is_alone(const struct vm *vm, const struct object *o) {
  return vm->relevance && !o->region && vm->relevance[vm->thread->regs.pc] & VM_ALONE;
}

enum step visible_access(struct vm *vm, struct object *o, uint64_t offset, uint64_t bytes, bool write) {
  check_owner(vm, o);
  struct vm_op op = {.kind = write ? VM_OP_WRITE : VM_OP_READ,
                     .irrelevant = is_irrelevant(vm, o),
                     .alone = is_alone(vm, o),
                     .after = IR_NONE,
                     .range = {{.address = o->base + offset, .size = bytes, .write = write}}};
  set_order(vm, &op);
  return visible_operation(vm, &op);
}

/* Nobody can say any more who saw a released object. */
enum step visible_corpse(struct vm *vm, const struct object *o, uint64_t address, uint64_t bytes, bool write) {
  if (!o || !vm->unjoined || o->freed_at == IR_NONE) return STEP_NEXT;
  if (!o->released && o->only == vm->thread->index) return STEP_NEXT;
  struct vm_op op = {.kind = write ? VM_OP_WRITE : VM_OP_READ,
                     .after = IR_NONE,
                     .range = {{.address = address, .size = bytes, .write = write}}};
  return visible_operation(vm, &op);
}

struct vm_range visible_range(struct vm *vm, struct object *o, uint64_t offset, uint64_t bytes, bool write) {
  check_owner(vm, o);
  return (struct vm_range){.address = o->base + offset, .size = bytes, .write = write};
}

enum step visible_death(struct vm *vm, struct object *o) {
  return visible_to_none(vm, o) || MUTATED(FREE) ? STEP_NEXT : visible_access(vm, o, 0, o->size ? o->size : 1, true);
}

enum step visible_approximate(struct vm *vm, struct object *o, bool write) {
  check_owner(vm, o);
  struct vm_op op = {.kind = write ? VM_OP_WRITE : VM_OP_READ,
                     .irrelevant = is_irrelevant(vm, o),
                     .alone = is_alone(vm, o),
                     .approximate = true,
                     .after = IR_NONE,
                     .range = {{.address = o->base, .size = MUTATED(SYMBOLIC) ? 1 : o->size, .write = write}}};
  set_order(vm, &op);
  return visible_operation(vm, &op);
}

enum step visible_pair(struct vm *vm, struct object *to, uint64_t to_offset, struct object *from, uint64_t from_offset,
                       uint64_t bytes) {
  struct vm_op op = {.kind = VM_OP_WRITE, .after = IR_NONE};
  unsigned n = 0;
  if (!visible_to_none(vm, to)) {
    check_owner(vm, to);
    op.range[n++] = (struct vm_range){.address = to->base + to_offset, .size = bytes, .write = true};
  }
  if (from && !visible_to_none(vm, from)) {
    check_owner(vm, from);
    op.range[n++] = (struct vm_range){.address = from->base + from_offset, .size = bytes};
  }
  if (n == 1 && !op.range[0].write) op.kind = VM_OP_READ;
  return n ? visible_operation(vm, &op) : STEP_NEXT;
}

/* Adds an object that ends to an operation; more than two are as good as everything. */
static void add_ending(struct vm_op *op, unsigned *count, const struct object *o) {
  if (o->only != SHARED || o->freed_at != IR_NONE) return;
  if (*count < 2) op->range[*count] = (struct vm_range){.address = o->base, .size = o->size, .write = true};
  op->atomic = false;
  op->everything = ++*count > 2;
}

static void touch_ending(struct vm *vm, const struct object *o) {
  const struct vm_range range = {.address = o->base, .size = o->size, .write = true};
  if (o->only == SHARED && o->freed_at == IR_NONE && vm->host.events.touched)
    vm->host.events.touched(vm->host.events.context, &range, false);
}

/* What more objects than an operation has room for it touches, too. */
static void touch_endings(struct vm *vm, uint32_t until, uint32_t ntls) {
  const struct thread *t = vm->thread;
  for (uint32_t slot = t->regs.locals; slot != until && slot != IR_NONE;) {
    const struct object *o = vm->regions[stack_region(t)].slots[slot];
    touch_ending(vm, o);
    slot = o->below;
  }
  for (uint32_t i = 0; i < ntls; i++) touch_ending(vm, memory_tls(vm, vm->tls.data[i]));
  struct vm_range pool = reuse_thread_pool(true);
  if (vm->reuses_threads && until == IR_NONE && vm->host.events.touched)
    vm->host.events.touched(vm->host.events.context, &pool, false);
}

enum step visible_ending(struct vm *vm, uint32_t until, bool with_thread) {
  const struct thread *t = vm->thread;
  uint32_t ntls = with_thread ? vm->tls.count : 0;
  bool ends = with_thread && vm->reuses_threads; /* others may get its identity */
  if (!vm->unjoined || (!ntls && !ends && (t->regs.locals == until || t->regs.locals == IR_NONE))) return STEP_NEXT;
  struct vm_op op = {.kind = VM_OP_WRITE, .after = IR_NONE, .atomic = ends};
  unsigned count = ends;
  if (ends) op.range[0] = reuse_thread_pool(true);
  for (uint32_t slot = t->regs.locals; slot != until && slot != IR_NONE;) {
    const struct object *o = vm->regions[stack_region(t)].slots[slot];
    add_ending(&op, &count, o);
    slot = o->below;
  }
  for (uint32_t i = 0; i < ntls; i++) add_ending(&op, &count, memory_tls(vm, vm->tls.data[i]));
  enum step turn = count ? visible_operation(vm, &op) : STEP_NEXT;
  if (turn == STEP_NEXT && op.everything) touch_endings(vm, until, ntls);
  return turn;
}

/* In the current state, will this compare-and-swap change memory? Unknown counts as yes. */
static bool will_write(const struct ir_ins *ins, struct object *o, uint64_t offset, const struct cell *expected) {
  if (ins->op != IR_CMPXCHG || expected->expr || object_is_symbolic(o, offset, (ins->width + 7u) / 8)) return true;
  uint64_t now = 0;
  memcpy(&now, o->data + offset, (ins->width + 7u) / 8);
  return now == expected->value && !MUTATED(CAS);
}

static bool is_in_library(const struct vm *vm) {
  return vm->program->functions[frame_function(vm->thread, vm->thread->regs.base)].flags & IR_FN_LIBRARY;
}

enum step visible_update(struct vm *vm, const struct ir_ins *ins, struct object *o, uint64_t offset,
                         const struct cell *expected) {
  check_owner(vm, o);
  if (MUTATED(CLOCK) && is_in_library(vm)) return STEP_NEXT;
  struct vm_op op = {
      .kind = VM_OP_UPDATE,
      .irrelevant = is_irrelevant(vm, o),
      .alone = is_alone(vm, o),
      .after = IR_NONE,
      .range = {
          {.address = o->base + offset, .size = (ins->width + 7u) / 8, .write = will_write(ins, o, offset, expected)}}};
  set_order(vm, &op);
  return visible_operation(vm, &op);
}
