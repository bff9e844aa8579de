/* The trail: what was overwritten since the last choice, and the choices themselves.

   A choice remembers how long each log was; taking it back replays the logs from their ends. After every push and every
   backtrack a new stamp starts a new stretch of the path, in which each place is logged at most once. */
#include "vm/verify.h"

static struct entry *new_entry(struct vm *vm) {
  if (vm->entries.count == vm->entries.capacity) vec_reserve(&vm->entries, vm->entries.count + 1);
  return &vm->entries.data[vm->entries.count++];
}

void trail_log_cell(struct vm *vm, struct cell *cell) {
  VERIFY(cell >= vm->thread->cells);
  struct entry *e = new_entry(vm);
  e->kind = ENTRY_CELL;
  e->small = (uint16_t)vm->thread->index;
  e->where = (uint32_t)(cell - vm->thread->cells);
  e->a = cell->value;
  e->expr = cell->expr;
  cell->stamp = vm->stamp;
}

/* Symbolic contents are logged in two halves of four bytes each, before the word itself. */
static void log_sym(struct vm *vm, struct object *o, uint32_t word) {
  for (unsigned half = 0; half < 2; half++) {
    struct entry *e = new_entry(vm);
    e->kind = ENTRY_SYM;
    e->small = (uint16_t)half;
    e->where = word;
    e->object = o;
    memcpy(&e->a, &o->sym[word * 8u + half * 4], 8);
    memcpy(&e->b, &o->sym[word * 8u + half * 4 + 2], 8);
  }
}

void trail_log_word(struct vm *vm, struct object *o, uint32_t word) {
  VERIFY(!o->released && word < (o->size + 7) / 8);
  if (!o->stamps) o->stamps = mem_zalloc(((o->size + 7) / 8) * sizeof *o->stamps);
  if (o->stamps[word] == vm->stamp) return;
  o->stamps[word] = vm->stamp;
  if (o->sym && o->nonconcrete[word]) log_sym(vm, o, word);
  struct entry *e = new_entry(vm);
  e->kind = ENTRY_WORD;
  e->small = o->nonconcrete ? o->nonconcrete[word] : 0;
  e->where = word;
  e->object = o;
  e->b = !o->sym; /* no byte had an expression then */
  memcpy(&e->a, o->data + word * 8u, 8);
}

void trail_log_death(struct vm *vm, struct object *o) {
  ASSERT(!o->released);
  struct entry *e = new_entry(vm);
  e->kind = ENTRY_DEATH;
  e->object = o;
  e->where = o->freed_at;
  e->a = o->limit;
  e->b = o->life;
}

void trail_log_replaced(struct vm *vm, struct object *o, struct object *before) {
  ASSERT(before->freed_at != IR_NONE && o->base == before->base);
  struct entry *e = new_entry(vm);
  e->kind = ENTRY_REPLACED;
  e->object = o;
  e->before = before;
}

void trail_log_scalar(struct vm *vm, uint64_t *scalar) {
  struct entry *e = new_entry(vm);
  e->kind = ENTRY_SCALAR;
  e->pointer = scalar;
  e->a = *scalar;
}

void trail_save_thread(struct vm *vm, struct thread *thread) {
  if (thread->stamp == vm->stamp) return;
  thread->stamp = vm->stamp;
  if (vm->snapshots.count == vm->snapshots.capacity) vec_reserve(&vm->snapshots, vm->snapshots.count + 1);
  struct snapshot *saved = &vm->snapshots.data[vm->snapshots.count++];
  saved->thread = thread->index;
  saved->regs = thread->regs;
}

static void push(struct vm *vm, uint32_t block, sym_id condition, uint32_t witness, uint32_t tries, bool schedule,
                 bool every) {
  bool again = block == IR_NONE && !schedule; /* the instruction will begin anew */
  uint32_t log = again && vm->logs ? vm->log_from : vm->log.count;
  if (vm->host.search.chosen) vm->host.search.chosen(vm->host.search.context, schedule, every, log);
  if (vm->hashes) state_hash_fold(vm);
  struct choice c = {
      .memory_hash = vm->memory_hash,
      .log = log,
      .freed = vm->irrelevant.count,
      .accesses = vm->accesses.count,
      .schedule = schedule,
      .entries = vm->entries.count,
      .snapshots = vm->snapshots.count,
      .inputs = vm->inputs.count,
      .smt = smt_mark(vm->smt),
      .thread = vm->thread->index,
      .pc = vm->thread->regs.pc,
      .block = block,
      .condition = condition,
      .witness = witness,
      .tries = tries,
      .id = vm->stamp + 1,
      .granted = vm->granted,
      .chance = every,
      .host = vm->host.events.mark ? vm->host.events.mark(vm->host.events.context) : 0,
      .steps = vm->steps + vm->uncounted,
  };
  vec_push(&vm->choices, c);
  vm->nchoices++;
  vm->stamp++;
  trail_save_thread(vm, vm->thread);
  if (VERIFYING) verify_pushed(vm);
}

void trail_push_choice(struct vm *vm, uint32_t block, sym_id condition, uint32_t witness, uint32_t tries) {
  push(vm, block, condition, witness, tries, false, false);
}

void trail_push_chance(struct vm *vm, uint32_t tries) {
  sym_id always = sym_const(vm->sym, 1, 1);
  smt_check(vm->smt, always);
  push(vm, IR_NONE, always, smt_keep_witness(vm->smt), tries, false, true);
}

static void undo_word(const struct entry *e) {
  memcpy(e->object->data + e->where * 8u, &e->a, 8);
  if (e->object->nonconcrete) e->object->nonconcrete[e->where] = (uint8_t)e->small;
  if (e->b && e->object->sym) memset(&e->object->sym[e->where * 8u], 0, 8 * sizeof *e->object->sym);
}

static void undo_sym(const struct entry *e) {
  uint32_t *sym = &e->object->sym[e->where * 8u + e->small * 4u];
  memcpy(sym, &e->a, 8);
  memcpy(sym + 2, &e->b, 8);
}

static void undo(struct vm *vm, const struct entry *e) {
  switch ((enum entry_kind)e->kind) {
  case ENTRY_CELL: {
    struct cell *cell = &vm->threads.data[e->small]->cells[e->where];
    cell->value = e->a;
    cell->expr = (sym_id)e->expr;
    break;
  }
  case ENTRY_WORD: undo_word(e); break;
  case ENTRY_SYM: undo_sym(e); break;
  case ENTRY_DEATH:
    e->object->limit = e->a;
    e->object->life = (uint32_t)e->b;
    e->object->freed_at = e->where;
    e->object->death = 0;
    break;
  case ENTRY_SCALAR: *(uint64_t *)e->pointer = e->a; break;
  case ENTRY_SHARED: e->object->only = e->small; break;
  case ENTRY_REPLACED: memory_restore(vm, e->object, e->before); break;
  }
}

/* A thread that did not exist yet has nothing left in memory afterwards. */
static void restore_thread(struct vm *vm, const struct snapshot *saved) {
  struct thread *t = vm->threads.data[saved->thread];
  memory_forget(vm, heap_region(t), saved->regs.heap_count, t->regs.heap_count);
  memory_forget(vm, stack_region(t), saved->regs.stack_count, t->regs.stack_count);
  t->regs = saved->regs;
}

void vm_push_schedule(struct vm *vm) { push(vm, IR_NONE, 0, 0, 0, true, true); }

enum vm_back vm_backtrack(struct vm *vm) {
  vm->deadlocked = false;
  if (!vm->choices.count) return VM_BACK_NONE;
  struct choice c = vec_pop(&vm->choices);
  ASSERT(c.entries <= vm->entries.count && c.snapshots <= vm->snapshots.count && c.log <= vm->log.count);
  ASSERT(c.inputs <= vm->inputs.count && c.id <= vm->stamp);
  while (vm->entries.count > c.entries) {
    vm->entries.count--;
    undo(vm, &vm->entries.data[vm->entries.count]);
  }
  while (vm->snapshots.count > c.snapshots) {
    vm->snapshots.count--;
    restore_thread(vm, &vm->snapshots.data[vm->snapshots.count]);
  }
  vm->inputs.count = c.inputs;
  vm->log.count = c.log;
  vm->irrelevant.count = c.freed;
  vm->accesses.count = c.accesses;
  if (vm->accesses_same > c.accesses) vm->accesses_same = c.accesses;
  vm->steps = c.steps;
  vm->memory_hash = c.memory_hash;
  vm->folded = vm->entries.count;
  smt_rewind(vm->smt, c.smt);
  vm->thread = vm->threads.data[c.thread];
  vm->stamp++;
  vm->granted = c.granted;
  trail_save_thread(vm, vm->thread);
  if (VERIFYING) verify_back(vm);
  if (vm->host.events.rewind) vm->host.events.rewind(vm->host.events.context, c.host, c.schedule);
  vm->edge = IR_NONE; /* of a decision that was taken back before its other side went on */
  vm->tries = 0;
  vm->by_chance = false;
  if (c.schedule) return VM_BACK_SCHEDULE;
  vm->thread->regs.pc = c.pc;
  vm->edge = c.block;
  vm->tries = c.tries;
  vm->by_chance = c.chance;
  smt_assume_with(vm->smt, c.condition, c.witness);
  return VM_BACK_DECISION;
}
