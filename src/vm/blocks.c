/* Which blocks of code are executed: for who keeps what was learned about a state for another version of the program,
   in which some blocks are changed.

   A stretch is the time between two questions. A block is listed when control enters it, by a jump, a call or a return;
   what a thread does next begins in the block where it stands. */
#include "vm/state.h"

void vm_blocks_start(struct vm *vm) {
  const struct ir_program *p = vm->program;
  if (vm->block_seen) return;
  vm->block_seen = mem_zalloc((p->nblocks + 1) * sizeof *vm->block_seen);
  vm->block_of = mem_zalloc((p->nins + 1) * sizeof *vm->block_of);
  for (uint32_t b = 0; b < p->nblocks; b++)
    for (uint32_t i = 0; i < p->blocks[b].count; i++) vm->block_of[p->blocks[b].first + i] = b;
  vm->block_stretch = 1;
}

void blocks_enter(struct vm *vm, uint32_t block) {
  if (vm->block_seen[block] == vm->block_stretch) return;
  vm->block_seen[block] = vm->block_stretch;
  vec_push(&vm->blocks_seen, block);
}

void blocks_at(struct vm *vm, uint32_t ins) {
  if (vm->block_seen) blocks_enter(vm, vm->block_of[ins]);
}

const uint32_t *vm_blocks_take(struct vm *vm, uint32_t *count) {
  *count = vm->blocks_seen.count;
  vm->blocks_seen.count = 0;
  vm->block_stretch++;
  return vm->blocks_seen.data;
}

/* Which threads the first one joins next is found by looking ahead in its function, while threads may be exchanged.
   Whether a loop waits is found by looking ahead too, into whatever it calls. */
bool vm_blocks_pending(struct vm *vm, uint32_t thread) {
  const struct thread *t = vm->threads.data[thread];
  const struct ir_program *p = vm->program;
  if (t->regs.status == THREAD_NONE || t->regs.status == THREAD_DONE) return true;
  if (t->regs.spins_from != IR_NONE) return false;
  blocks_at(vm, t->regs.pc);
  if (thread || !vm->alike || t->regs.op.kind != VM_OP_JOIN) return true;
  const struct ir_function *f = &p->functions[frame_function(t, t->regs.base)];
  for (uint32_t b = f->first_block; b < f->first_block + f->nblocks; b++) blocks_enter(vm, b);
  return true;
}

void blocks_free(struct vm *vm) {
  free(vm->block_seen);
  free(vm->block_of);
  vec_free(&vm->blocks_seen);
}
