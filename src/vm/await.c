/* Awaits: a read in a loop that goes round until another thread writes something else.

   Where a thread would read a value with which it only comes back to the same operation (ahead.c), that round leads
   from a state to the same state. Leaving it out loses nothing, so the thread waits until the place has another value.
   A round with several visible operations is not left out: others may come in between (spin.c).

   Brute force does without (vm_search.rounds): the oracle compares with it. So does the search
   with summaries: a summary would have to say that the thread waits, and why. A bound on rounds of loops counts them.
 */
#include "vm/state.h"

/* Instructions between a jump back and where it goes to. Loops that look otherwise only cost more. */
static void mark_loops(struct vm *vm) {
  const struct ir_program *p = vm->program;
  vm->in_loop = mem_zalloc(p->nins + 1);
  uint32_t *begins = mem_zalloc((p->nins + 1) * sizeof *begins);
  for (uint32_t i = 0; i < p->nins; i++) {
    const struct ir_ins *ins = &p->ins[i];
    const int32_t two[] = {ins->op == IR_BR ? ins->a : ins->b, ins->c};
    for (unsigned k = 0; k < 2 && (ins->op == IR_CBR || (ins->op == IR_BR && !k)); k++) {
      uint32_t to = p->blocks[two[k]].first;
      if (to <= i && (!begins[i] || to + 1 < begins[i])) begins[i] = to + 1;
    }
  }
  uint32_t from = IR_NONE;
  for (uint32_t i = (uint32_t)p->nins; i-- > 0;) {
    if (begins[i] && begins[i] - 1 < from) from = begins[i] - 1;
    vm->in_loop[i] = from != IR_NONE && i >= from;
    if (i == from) from = IR_NONE;
  }
  free(begins);
}

void await_open(struct vm *vm) {
  if (!vm->host.search.rounds && !vm->loop_counter && vm->watches == WATCH_NOTHING) mark_loops(vm);
}

/* Does the thread stand in a loop, of its function or of one that called it? */
static bool is_in_loop(const struct vm *vm, const struct thread *t) {
  enum { FEW = 4 };
  uint32_t base = t->regs.base, pc = t->regs.pc;
  for (unsigned i = 0; i < FEW; i++) {
    if (vm->in_loop[pc]) return true;
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    if ((uint32_t)header == IR_NONE) return false;
    pc = (uint32_t)header - 1;
    base = (uint32_t)(header >> 32);
  }
  return false;
}

static bool is_read(const struct vm *vm, const struct thread *t) {
  const struct vm_op *op = &t->regs.op;
  enum ir_op ins = (enum ir_op)vm->program->ins[t->regs.pc].op;
  if (op->kind == VM_OP_READ ? ins != IR_LOAD : op->kind != VM_OP_UPDATE) return false;
  return !op->irrelevant && !op->approximate && !op->everything && op->range[0].size <= 8 && !op->range[1].size &&
         !vm_op_has_pool(op) && op->ins == t->regs.pc && !t->regs.pieces;
}

/* What is known while the thread stands there. */
static struct await *await_of(const struct vm *vm, struct thread *t) {
  struct await *a = &t->await;
  if (a->arrival == t->regs.arrival) return a;
  a->arrival = t->regs.arrival;
  a->count = 0;
  a->candidate = t->regs.status == THREAD_READY && is_read(vm, t) && is_in_loop(vm, t);
  return a;
}

/* Would the thread pass with this value, or go round? */
static bool passes(struct vm *vm, struct thread *t, uint64_t value) {
  struct await *a = await_of(vm, t);
  for (uint32_t i = 0; i < a->count; i++)
    if (a->known[i].value == value) return a->known[i].passes;
  uint32_t at = a->count < AWAIT_VALUES ? a->count++ : (uint32_t)(value % AWAIT_VALUES);
  a->known[at].value = value;
  a->known[at].passes = !ahead_is_round(vm, t, value);
  return a->known[at].passes;
}

bool await_is_one(const struct vm *vm, struct thread *t) { return vm->in_loop && await_of(vm, t)->candidate; }

bool await_value(const struct vm *vm, const struct vm_op *op, uint64_t *value) {
  const struct vm_range *r = &op->range[0];
  if (op->kind > VM_OP_UPDATE || r->size > 8 || op->range[1].size || op->approximate || op->everything ||
      vm_op_has_pool(op))
    return false;
  const struct object *o = memory_at(vm, r->address);
  if (!o || !object_allows(o, r->address - o->base, r->size)) return false;
  for (uint64_t i = 0; i < r->size; i++)
    if (object_is_nonconcrete(o, r->address - o->base + i)) return false;
  *value = 0;
  memcpy(value, o->data + (r->address - o->base), r->size);
  return true;
}

bool await_waits(const struct vm *vm, struct thread *t) {
  uint64_t value;
  return await_is_one(vm, t) && await_value(vm, &t->regs.op, &value) && !passes((struct vm *)vm, t, value);
}

bool vm_await_passes(struct vm *vm, uint32_t thread, uint64_t value) {
  return passes(vm, vm->threads.data[thread], value);
}
