/* Telling every instruction of a run, with the numbers it works on, before it is executed. For runs of one test, whose
   inputs are numbers: what is not a number is not told. */
#include "vm/state.h"

void vm_set_listener(struct vm *vm, const struct vm_listener *listener) { vm->listener = listener; }

bool vm_register(const struct vm *vm, uint32_t thread, uint32_t cell, uint64_t *value) {
  const struct cell *c = &vm->threads.data[thread]->cells[cell];
  *value = c->value;
  return !c->expr;
}

static void tell_memory(struct vm *vm, const struct ir_ins *ins, struct vm_step *step) {
  uint8_t bytes[8] = {0};
  uint32_t size = (ins->width + 7u) / 8;
  if (!ir_op_is_scalar_access(ins->op) || !step->known[0] || size > sizeof bytes) return;
  step->has_memory = vm_peek(vm, step->value[0], size, bytes);
  memcpy(&step->memory, bytes, sizeof bytes);
}

void steps_tell(struct vm *vm, const struct ir_ins *ins, const struct cell *regs) {
  const struct thread *t = vm->thread;
  struct vm_step step = {.thread = t->index, .ins = t->regs.pc, .base = t->regs.base, .depth = t->regs.depth};
  const ir_value operands[] = {ins->a, ins->b, ins->c};
  for (unsigned k = 0; k < 3; k++) {
    if (ir_ops[ins->op].shape[2 + k] != 'v') continue;
    const struct cell *c = ir_is_const(operands[k]) ? &vm->consts[~operands[k]] : &regs[operands[k]];
    step.value[k] = c->value;
    step.known[k] = !c->expr;
  }
  tell_memory(vm, ins, &step);
  vm->listener->step(vm->listener->context, vm, &step);
}
