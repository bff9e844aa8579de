/* Block operations: memcpy, memmove, memset, copies of structures.

   They are no single step. Where others can see it, a block is read or written piece by piece, a machine word each,
   from its first byte on; of a long one MOST_PIECES equal pieces of several words. Between two pieces the others have
   their turns: how many pieces are done is part of the thread's state, and the instruction is executed again for the
   next one. What is copied from one object that others see to another is read as a whole first, into an object of its
   own, and then written. */
#include "vm/state.h"

enum { MOST_PIECES = 16 };

/* How many bytes a block operation may touch from a concrete place on; a length that may exceed it is a failure. */
static enum step block_length(struct vm *vm, const struct cell *length, const struct cell *place, enum access how) {
  if (!length->expr || place->expr) return STEP_NEXT;
  struct object *o = memory_at(vm, place->value);
  unsigned width = vm->program->pointer_bits;
  if (!o || o->kind == OBJECT_CODE || place->value - o->base > o->limit) return STEP_NEXT;
  uint64_t room = o->limit - (place->value - o->base);
  char message[256], detail[256];
  const char *more =
      describe_access(vm, o, place->value, room + 1, how, message, sizeof message, detail, sizeof detail);
  sym_id fits = sym_binary(vm->sym, SYM_ULE, decide_expr(vm, length, width), sym_const(vm->sym, room, width));
  if (!check_on(vm, CHECK_MEMORY)) return decide_assume(vm, fits);
  return decide_require(vm, fits, FAILURE_MEMORY, message, more);
}

struct block {
  struct object *to, *from; /* from: NULL, it is filled */
  uint64_t to_offset, from_offset, length;
  const struct cell *fill;
};

/* So many bytes from one byte of it on, from and to where `part` says. */
static void move(struct vm *vm, const struct block *part) {
  if (part->from) access_log_note(vm, part->from, part->from_offset, part->length, false);
  access_log_note(vm, part->to, part->to_offset, part->length, true);
  log_access(vm, LOG_BLOCK, (uint32_t)part->length, part->to, part->to->base + part->to_offset);
  if (part->from) log_access(vm, LOG_SOURCE, 0, part->from, part->from->base + part->from_offset);
  if (part->from) object_copy(vm, part->to, part->to_offset, part->from, part->from_offset, part->length);
  else object_fill(vm, part->to, part->to_offset, part->length, part->fill);
  if (part->to->only == SHARED) visible_published(vm, part->to, part->to_offset, part->length);
}

static uint64_t piece_bytes(const struct vm *vm, uint64_t length) {
  uint64_t word = vm->program->pointer_bits / 8, words = (length + word - 1) / word;
  return (words + MOST_PIECES - 1) / MOST_PIECES * word;
}

/* The object between the two, the newest of the thread: made with the first piece. */
static struct object *between(struct vm *vm, uint64_t length) {
  struct thread *t = vm->thread;
  return t->regs.pieces ? vm->regions[stack_region(t)].slots[t->regs.locals] : memory_new_stack(vm, length, 16, 0);
}

static void end_between(struct vm *vm) {
  struct thread *t = vm->thread;
  struct object *o = vm->regions[stack_region(t)].slots[t->regs.locals];
  t->regs.locals = o->below;
  memory_kill(vm, o, t->regs.pc);
}

/* The next piece, when its turn has come. */
static enum step move_piece(struct vm *vm, const struct block *b, uint32_t count, bool twice) {
  uint32_t done = vm->thread->regs.pieces;
  uint64_t bytes = piece_bytes(vm, b->length), at = done % count * bytes;
  bool reads = twice ? done < count : visible_to_none(vm, b->to);
  enum vm_log_way way = !twice ? LOG_WAY_DIRECT : reads ? LOG_WAY_OUT : LOG_WAY_BACK;
  struct block part = {.to = b->to,
                       .to_offset = b->to_offset + at,
                       .from = b->from,
                       .from_offset = b->from_offset + at,
                       .length = bytes < b->length - at ? bytes : b->length - at,
                       .fill = b->fill};
  enum step step = reads ? visible_access(vm, part.from, part.from_offset, part.length, false)
                         : visible_access(vm, part.to, part.to_offset, part.length, true);
  if (step != STEP_NEXT) return step;
  struct object *o = twice ? between(vm, b->length) : NULL;
  if (twice && !o) return decide_cut(vm, "out of addresses for stack objects");
  if (way == LOG_WAY_OUT) part.to = o, part.to_offset = at;
  if (way == LOG_WAY_BACK) part.from = o, part.from_offset = at;
  log_add(vm, LOG_PIECE, (uint32_t)at, b->length, way);
  move(vm, &part);
  return STEP_NEXT;
}

static enum step move_in_pieces(struct vm *vm, const struct block *b) {
  struct thread_regs *regs = &vm->thread->regs;
  uint64_t bytes = piece_bytes(vm, b->length);
  bool twice = b->from && !visible_to_none(vm, b->to) && !visible_to_none(vm, b->from);
  uint32_t count = (uint32_t)((b->length + bytes - 1) / bytes), all = twice ? 2 * count : count;
  for (;;) {
    enum step step = move_piece(vm, b, count, twice);
    if (step != STEP_NEXT) return step;
    if (++regs->pieces == all) break;
    vm->granted = false;
    vm->log_from = vm->log.count; /* what is done is done */
  }
  regs->pieces = 0;
  if (twice) end_between(vm);
  return STEP_NEXT;
}

/* What nobody sees, or nobody may see in the middle, is one step. What has no influence is not: a replay, which does
   not know that, follows the same schedule. */
static bool is_whole(const struct vm *vm, const struct block *b) {
  const struct thread_regs *regs = &vm->thread->regs;
  if (visible_to_none(vm, b->to) && (!b->from || visible_to_none(vm, b->from))) return true;
  return regs->atomic || MUTATED(TEAR);
}

enum step access_block(struct vm *vm, const struct ir_ins *ins, const struct cell *a, const struct cell *b,
                       const struct cell *c) {
  bool copies = ir_op_reads(ins->op);
  struct block block = {.fill = b};
  enum step step = block_length(vm, c, a, ACCESS_WRITE);
  if (step == STEP_NEXT && copies) step = block_length(vm, c, b, ACCESS_READ);
  if (step == STEP_NEXT)
    step = decide_value(vm, c, vm->program->pointer_bits, "the length of a block operation", &block.length);
  if (step != STEP_NEXT || !block.length) return step;
  step = access_place(vm, a, block.length, ACCESS_WRITE, &block.to, &block.to_offset);
  if (step == STEP_NEXT && copies)
    step = access_place(vm, b, block.length, ACCESS_READ, &block.from, &block.from_offset);
  if (step != STEP_NEXT) return step;
  if (!is_whole(vm, &block)) return move_in_pieces(vm, &block);
  step = visible_pair(vm, block.to, block.to_offset, block.from, block.from_offset, block.length);
  if (step == STEP_NEXT) move(vm, &block);
  return step;
}
