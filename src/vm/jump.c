/* setjmp and longjmp within a thread.

   setjmp makes a small object in the frame of its caller, a mark, and writes its address into the buffer. The mark ends
   with the frame, so that a jump to a function that has returned is an access to an object that has ended; and it holds
   where the jump goes: frame and instruction. A jump ends what was made behind the mark: the locals of the frames
   above, and arrays of variable size. */
#include "vm/state.h"

enum { MARK_BYTES = 16 };

/* What a mark holds. */
struct target {
  uint32_t base; /* of the frame */
  uint32_t call; /* the call of setjmp */
};

static uint64_t word_at(const struct object *o, uint64_t offset) {
  uint64_t word;
  memcpy(&word, o->data + offset, 8);
  return word;
}

enum step jump_set(const struct call *c) {
  struct vm *vm = c->vm;
  struct thread *t = vm->thread;
  unsigned bits = vm->program->pointer_bits;
  struct object *o;
  uint64_t offset;
  enum step step = access_range(vm, call_argument(c, 0), bits / 8, ACCESS_WRITE, &o, &offset);
  if (step != STEP_NEXT) return step;
  struct object *mark = memory_new_stack(vm, MARK_BYTES, 8, 0);
  if (!mark) return decide_cut(vm, "out of addresses for stack objects");
  object_put(vm, mark, 0, 64, t->regs.base, 0);
  object_put(vm, mark, 8, 64, t->regs.pc, 0);
  object_put(vm, o, offset, bits, mark->base, 0);
  call_give(c, 0);
  return STEP_NEXT;
}

/* The address in the buffer, which must be that of a mark of this thread in a frame that is still there. */
static enum step find_mark(const struct call *c, struct object **mark) {
  struct vm *vm = c->vm;
  unsigned bytes = vm->program->pointer_bits / 8;
  struct object *o;
  uint64_t offset, address = 0;
  enum step step = access_range(vm, call_argument(c, 0), bytes, ACCESS_READ, &o, &offset);
  if (step != STEP_NEXT) return step;
  if (object_is_symbolic(o, offset, bytes))
    return decide_fail(vm, FAILURE_MEMORY, "longjmp with a buffer that no setjmp has written", NULL);
  memcpy(&address, o->data + offset, bytes);
  struct object *found = memory_at(vm, address);
  if (!found || found->kind != OBJECT_STACK)
    return decide_fail(vm, FAILURE_MEMORY, "longjmp with a buffer that no setjmp has written", NULL);
  if (found->released || !object_allows(found, 0, MARK_BYTES))
    return decide_fail(vm, FAILURE_MEMORY, "longjmp to a function that has returned", NULL);
  if (found->region != stack_region(vm->thread))
    return decide_fail(vm, FAILURE_MEMORY, "longjmp to a setjmp of another thread", NULL);
  *mark = found;
  return STEP_NEXT;
}

/* Leaves the frames above; atomic functions among them end. */
static void drop_frames(struct vm *vm, uint32_t base) {
  struct thread *t = vm->thread;
  while (t->regs.base != base) {
    ASSERT(t->regs.base > base);
    uint32_t function = frame_function(t, t->regs.base);
    if (vm->program->functions[function].flags & IR_FN_ATOMIC && t->regs.atomic) t->regs.atomic--;
    t->regs.base = (uint32_t)(t->cells[t->regs.base - FRAME_CELLS].value >> 32);
    t->regs.depth--;
  }
  const struct cell *header = t->cells + base - FRAME_CELLS;
  t->regs.top = (uint32_t)header[3].value + 2 * (uint32_t)header[2].value;
}

/* 0 becomes 1. */
static void give_value(struct vm *vm, const struct ir_ins *ins, const struct cell *value) {
  struct thread *t = vm->thread;
  if (ins->dst == IR_NONE) return;
  struct cell *into = t->cells + t->regs.base + ins->dst;
  if (!value->expr) {
    cell_put(vm, into, (uint32_t)value->value ? (uint32_t)value->value : 1);
    return;
  }
  sym_id expr = decide_expr(vm, (struct cell *)value, 32), one = sym_const(vm->sym, 1, 32);
  sym_id zero = sym_binary(vm->sym, SYM_EQ, expr, sym_const(vm->sym, 0, 32));
  cell_put_raw(vm, into, 0, sym_ite(vm->sym, zero, one, expr));
}

enum step jump_to(const struct call *c) {
  struct vm *vm = c->vm;
  struct thread *t = vm->thread;
  struct object *mark = NULL;
  const struct cell value = *call_argument(c, 1);
  enum step step = find_mark(c, &mark);
  if (step != STEP_NEXT || !mark) return step;
  step = visible_ending(vm, mark->slot, false);
  if (step != STEP_NEXT) return step;
  struct target target = {(uint32_t)word_at(mark, 0), (uint32_t)word_at(mark, 8)};
  call_end_locals(vm, mark->slot);
  drop_frames(vm, target.base);
  t->regs.pc = target.call + 1;
  give_value(vm, &vm->program->ins[target.call], &value);
  return STEP_GOTO;
}
