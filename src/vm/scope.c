/* The variables of blocks: a block ends its own, and entering it again makes them anew.

   Such a variable is one object of its function's frame, at one address, as it is natively. While its block is not
   being executed the object has ended: an access is a failure. Where other threads can see it, the end and each new
   beginning are visible writes: between the two an access of another thread comes too late. */
#include "vm/state.h"

bool scope_is_over(const struct vm *vm, const struct object *o) {
  return !o->released && o->freed_at != IR_NONE && vm->program->ins[o->freed_at].op == IR_DEAD;
}

static enum step turn_of(struct vm *vm, struct object *o) {
  return visible_to_none(vm, o) || MUTATED(SCOPE) ? STEP_NEXT : visible_access(vm, o, 0, o->size ? o->size : 1, true);
}

static void change(struct vm *vm, struct object *o, uint64_t limit, uint32_t freed_at) {
  log_access(vm, LOG_STORE, 0, o, o->base);
  log_add(vm, LOG_OBJECT, o->only, o->base, limit);
  if (o->born != vm->stamp) trail_log_death(vm, o);
  o->limit = limit;
  o->freed_at = freed_at;
}

void scope_count(struct vm *vm, const struct ir_ins *ins, struct object *o) {
  if (ins->flags & IR_COUNTED && call_is_own(vm)) o->life = ++vm->thread->regs.stack_lives;
}

enum step scope_begin(struct vm *vm, const struct cell *address) {
  struct object *o = memory_at(vm, address->value);
  enum step turn = turn_of(vm, o);
  if (turn != STEP_NEXT) return turn;
  change(vm, o, o->size, IR_NONE);
  o->life = ++vm->thread->regs.stack_lives;
  return STEP_NEXT;
}

enum step scope_end(struct vm *vm, const struct cell *address) {
  struct object *o = memory_at(vm, address->value);
  enum step turn = turn_of(vm, o);
  if (turn != STEP_NEXT) return turn;
  object_forget(vm, o);
  change(vm, o, 0, vm->thread->regs.pc);
  return STEP_NEXT;
}
