/* Writing the log, and what else a follower of it must know: control and the contents of memory locations. */
#include "vm/permute.h"
#include "vm/sync.h"

void log_push(struct vm *vm, enum vm_log_kind kind, uint32_t small, uint64_t a, uint64_t b) {
  if (vm->log.count >= VM_LOG_MOST) { /* the last entry says that something is missing */
    vec_last(&vm->log) = (struct vm_log_entry){.kind = LOG_OPAQUE};
    return;
  }
  struct vm_log_entry e = {.kind = kind, .small = small, .a = a, .b = b};
  vec_push(&vm->log, e);
}

/* Globals are there for ever. Whether others could see an object matters where the access was not interleaved. */
void log_access(struct vm *vm, enum vm_log_kind kind, uint32_t small, const struct object *o, uint64_t address) {
  if (!vm->logs) return;
  bool own = vm->unjoined && o->region && o->only == vm->thread->index;
  uint64_t start = o->base & (((uint64_t)1 << vm->slot_bits) - 1);
  log_push(vm, kind, small, address, LOG_SEEN(o->region, o->slot, start, o->region != 0, own));
}

void vm_log_start(struct vm *vm) { vm->logs = true; }
void vm_log_stop(struct vm *vm) { vm->logs = vm->host.watch_branches; }
bool vm_log_is_on(const struct vm *vm) { return vm->logs; }
const struct vm_log_entry *vm_log(const struct vm *vm, uint32_t *count) {
  *count = vm->log.count;
  return vm->log.data;
}

/* The object that a blocking call is about: a wait takes its mutex again, which is the second argument. */
static ir_value waited_for(const struct vm *vm, const struct thread *t) {
  const struct ir_ins *ins = &vm->program->ins[t->regs.pc];
  return vm->program->extra[ins->b + (t->regs.op.kind == VM_OP_WAKE)];
}

static void log_waiting(struct vm *vm, const struct thread *t) {
  const struct vm_op *op = &t->regs.op;
  const struct object *o = memory_at(vm, op->range[0].address);
  ir_value where = waited_for(vm, t);
  uint64_t start = o->base & (((uint64_t)1 << vm->slot_bits) - 1),
           seen = LOG_SEEN(o->region, o->slot, start, o->region != 0, 0);
  log_push(vm, LOG_WAITING, t->index, op->range[0].address, vm_op_enabled_in(op, t->index, sync_state(vm, op)));
  log_push(vm, LOG_WHERE, ir_is_const(where) ? IR_NONE : t->regs.base + (uint32_t)where, op->ticket << 8 | op->sync,
           seen);
}

void vm_log_waiting(struct vm *vm) {
  for (uint32_t i = 0; vm->logs && i < vm->threads.count; i++) {
    const struct thread *t = vm->threads.data[i];
    if (t->regs.status == THREAD_READY && t->regs.op.blocking && t->regs.op.sync) log_waiting(vm, t);
  }
}

struct vm_position vm_position(const struct vm *vm, uint32_t thread) {
  const struct thread_regs *r = &vm->threads.data[thread]->regs;
  return (struct vm_position){.thread = thread, .pc = r->pc, .base = r->base};
}
uint64_t vm_float_result(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t c) {
  return alu_float(ins, a, b, c);
}
uint64_t vm_const_value(const struct vm *vm, uint32_t index) { return vm->consts[index].value; }

/* ---- control ---- */

static void mix(struct vm_control *c, uint64_t x) {
  c->low = hash_join(c->low, x);
  c->high = hash_join(c->high ^ 0x5bd1e9955bd1e995u, x * 0x9e3779b97f4a7c15u + 1);
}

/* Where each frame goes on, where it puts the result, and its stack objects. Which function a frame is of follows from
   where it is. */
static void mix_frames(struct vm_control *c, const struct vm *vm, const struct thread *t) {
  uint32_t base = t->regs.base;
  for (uint32_t depth = t->regs.depth; depth; depth--) {
    const struct cell *header = &t->cells[base - FRAME_CELLS];
    uint32_t from = (uint32_t)header[0].value, dst = (uint32_t)header[1].value;
    base = (uint32_t)(header[0].value >> 32);
    uint64_t place = (uint64_t)base << 32 | (from == IR_NONE ? IR_NONE : ir_id(vm->program, from));
    mix(c, place * 0x9e3779b97f4a7c15u + dst * 0xc2b2ae3d27d4eb4fu + header[2].value);
  }
}

/* What an operation waits for besides the state of its object. Whom it joins keeps its name (permute.c). */
static void mix_waiting(struct vm_control *c, const struct vm *vm, const struct thread *t, const uint8_t *as) {
  const struct thread_regs *r = &t->regs;
  bool joins = r->op.kind == VM_OP_JOIN;
  mix(c, r->op.kind);
  /* not control, but a summary about another address hardly ever fits */
  mix(c, joins ? r->op.range[0].address : permute_address(vm, as, r->op.range[0].address));
  if (r->op.kind == VM_OP_JOIN || (r->waiting && r->op.kind == VM_OP_WRITE))
    mix(c, r->waits_for); /* the same of its second half */
  if (r->op.sync == VM_SYNC_BARRIER) mix(c, r->op.ticket);
  mix(c, permute_address(vm, as, r->condition));
  if (r->spins_from == IR_NONE) return;
  mix(c, vm_thread_enabled(vm, t->index));
  mix(c, vm->host.events.loop_hash(vm->host.events.context, r->spins_from, r->spins_to));
}

struct vm_control log_thread_control(const struct vm *vm, uint32_t thread, const uint8_t *as) {
  const struct thread *t = vm->threads.data[thread];
  const struct thread_regs *r = &t->regs;
  uint64_t name = as ? as[thread] : thread;
  struct vm_control c = {.low = name, .high = ~name};
  if (r->status == THREAD_NONE) return c;
  mix(&c, (uint64_t)r->children << 8 | (uint64_t)r->status << 2 | (uint64_t)r->detached << 1 | t->joined);
  mix(&c, (uint64_t)r->heap_count << 32 | r->stack_count);
  if (vm->reuses_threads) mix(&c, r->handle);
  if (r->status == THREAD_DONE) return c;
  mix(&c, (uint64_t)ir_id(vm->program, r->pc) << 32 | r->base);
  mix(&c, (uint64_t)r->locals << 32 | r->undef_count);
  mix(&c, (uint64_t)r->boot << 32 | r->atomic << 4 | (uint64_t)r->signalled | (uint64_t)r->timed << 1 |
              (uint64_t)r->waiting << 2 | (uint64_t)r->wrote << 3);
  if (r->pieces) mix(&c, r->pieces);
  for (uint32_t i = 0; i < MOST_WEAK && r->weak[i]; i++) mix(&c, ir_id(vm->program, r->weak[i] - 1));
  mix_frames(&c, vm, t);
  if (r->status == THREAD_READY) mix_waiting(&c, vm, t, as);
  return c;
}

struct vm_control vm_thread_control(const struct vm *vm, uint32_t thread) {
  return log_thread_control(vm, thread, NULL);
}

/* Where leaks are failures: what is not freed yet, and what the message would say of it. Nothing that follows need
   touch it. */
static void mix_heap(struct vm_control *c, const struct vm *vm) {
  for (uint32_t r = 0; r < regions_used(vm); r++)
    for (uint32_t s = 0; s < vm->regions[r].count; s++) {
      const struct object *o = vm->regions[r].slots[s];
      if (!o || o->released || o->slot != s || o->kind != OBJECT_HEAP || o->freed_at != IR_NONE) continue;
      mix(c, (uint64_t)r << 32 | s);
      mix(c, (uint64_t)ir_id(vm->program, o->made_at) << 32 ^ o->size);
    }
}

struct vm_control vm_common_control(const struct vm *vm) {
  struct vm_control c = {.low = 1, .high = 2};
  uint64_t inputs = 0;
  for (uint32_t i = 0; i < vm->inputs.count; i++) inputs += hash_mix(vm->inputs.data[i].input + 1);
  mix(&c, inputs);
  mix(&c, vm->unjoined);
  mix(&c, vm->halted);
  if (vm->diverged && !MUTATED(DIVERGENCE_BIT)) mix(&c, vm->diverged);
  if (check_on(vm, CHECK_LEAK)) mix_heap(&c, vm);
  return c;
}

/* ---- memory locations ---- */

static void read_cell(const struct cell *cell, struct vm_contents *c) {
  if (cell->expr == CELL_UNDEF) return;
  memcpy(c->bytes, &cell->value, 8);
  if (cell->expr) c->symbolic = 0xff;
  else c->plain = 0xff;
  for (unsigned i = 0; cell->expr && i < 8; i++) c->pieces[i] = cell->expr << 3 | i;
}

static void read_word(const struct vm *vm, uint64_t address, struct vm_contents *c) {
  const struct object *o = memory_at(vm, address);
  if (!o || o->released || o->kind == OBJECT_CODE) return;
  for (unsigned i = 0; i < 8; i++) {
    uint64_t offset = address + i - o->base;
    if (offset >= o->limit) continue;
    c->bytes[i] = o->data[offset];
    c->pieces[i] = object_sym(o, offset);
    if (c->pieces[i]) c->symbolic |= (uint8_t)(1u << i);
    else if (!object_is_nonconcrete(o, offset)) c->plain |= (uint8_t)(1u << i);
  }
}

uint64_t vm_object_facts(const struct vm *vm, uint64_t size, uint64_t address, uint32_t owner) {
  uint64_t start = address & (((uint64_t)1 << vm->slot_bits) - 1);
  return size | start << VM_OBJECT_LIMIT_BITS | (uint64_t)owner << (VM_OBJECT_LIMIT_BITS + VM_OBJECT_START_BITS);
}

uint64_t vm_object_base(const struct vm *vm, uint32_t region, uint32_t slot, uint32_t start) {
  return ((uint64_t)region << vm->region_shift) + ((uint64_t)slot << vm->slot_bits) + start;
}

uint64_t vm_location_of_object(const struct vm *vm, uint64_t base) {
  uint64_t in_region = base & (((uint64_t)1 << vm->region_shift) - 1);
  return vm_location_object((uint32_t)(base >> vm->region_shift), (uint32_t)(in_region >> vm->slot_bits));
}

/* A dead object has no facts. */
static void read_object(const struct vm *vm, uint32_t region, uint32_t slot, struct vm_contents *c) {
  const struct object *o =
      region < vm->nregions && slot < vm->regions[region].count ? vm->regions[region].slots[slot] : NULL;
  bool there = o && !o->released && o->slot == slot && (o->freed_at == IR_NONE || scope_is_over(vm, o));
  uint64_t facts = there ? vm_object_facts(vm, o->limit, o->base, o->only) : 0;
  memcpy(c->bytes, &facts, 8);
  c->plain = 0xff;
}

void vm_location_read(const struct vm *vm, uint64_t location, struct vm_contents *c) {
  uint32_t high = (uint32_t)(location >> 32) & 0x3fffffffu, low = (uint32_t)location;
  c->plain = c->symbolic = 0;
  switch (vm_location_kind(location)) {
  case VM_LOCATION_WORD: read_word(vm, location << 3, c); break;
  case VM_LOCATION_REGISTER:
    if (high < vm->threads.count) read_cell(&vm->threads.data[high]->cells[low], c);
    break;
  case VM_LOCATION_OBJECT: read_object(vm, high, low, c); break;
  case VM_LOCATION_RESULT:
    if (low < vm->threads.count) read_cell(&vm->threads.data[low]->regs.result, c);
    break;
  }
}
