/* Who still knows the address of a dead object? Looked for in all that the program can read: live memory, registers
   whose value will be read again, variable arguments, results of threads. A value that lies in the object, or so
   near it that only low bits can have been set, is a copy of its address; so is an expression with such a constant
   in it. Nothing is overlooked but numbers that were computed from an address (static_tells says whether there are
   any). */
#include "vm/reuse.h"

/* ---- copies ---- */

struct hunt {
  struct vm *vm;
  const reuse_list *objects;
  bool *held;
};

enum { NEAR = 16 }; /* bytes: low bits may be set in a pointer to the object or right behind it */

static void see_value(struct hunt *h, uint64_t value) {
  if (value < h->vm->margin) return;
  for (uint32_t i = 0; i < h->objects->count; i++) {
    const struct object *o = h->objects->data[i];
    if (value - (o->base - NEAR) <= o->size + 2 * NEAR) h->held[i] = true;
  }
}

static void see_everything(struct hunt *h) { memset(h->held, true, h->objects->count); }

/* An expression that is too deep may have any address in it. */
static void see_expr(struct hunt *h, sym_id expr, unsigned depth) {
  struct sym *sym = h->vm->sym;
  uint64_t value;
  if (expr == CELL_UNDEF) return;
  if (sym_is_const(sym, expr, &value)) {
    see_value(h, value);
    return;
  }
  enum sym_op op = sym_op_of(sym, expr);
  if (op == SYM_BYTES) return;
  if (!depth) {
    see_everything(h);
    return;
  }
  if (op == SYM_READ) {
    uint32_t count;
    const sym_id *elements = sym_table_elements(sym, sym_first(sym, expr), &count);
    for (uint32_t i = 0; i < count; i++) see_expr(h, elements[i], depth - 1);
    return;
  }
  unsigned operands = op == SYM_ITE                                                            ? 3
                      : op == SYM_NOT || op == SYM_EXTRACT || op == SYM_ZEXT || op == SYM_SEXT ? 1
                                                                                               : 2;
  for (unsigned i = 0; i < operands; i++) see_expr(h, sym_operand(sym, expr, i), depth - 1);
}

enum { DEPTH = 16 };

static void see_cell(struct hunt *h, const struct cell *c) {
  if (c->expr) see_expr(h, c->expr, DEPTH);
  else see_value(h, c->value);
}

/* Nothing but zeros where a value begins, and behind: most of a large object was never written. */
enum { STRETCH = 64 };
static bool is_empty(const uint8_t *data) {
  uint64_t words[STRETCH / 8 + 1], all = 0;
  memcpy(words, data, sizeof words);
  for (unsigned i = 0; i <= STRETCH / 8; i++) all |= words[i];
  return !all;
}

/* At every byte: an address need not be aligned. */
static void see_contents(struct hunt *h, const struct object *o) {
  bool is_wide = h->vm->program->pointer_bits == 64;
  for (uint64_t at = 0; at + (is_wide ? 8 : 4) <= o->size; at++) {
    if (at % STRETCH == 0 && at + STRETCH + 8 <= o->size && is_empty(o->data + at)) {
      at += STRETCH - 1;
      continue;
    }
    uint32_t half = 0;
    uint64_t value;
    if (is_wide) memcpy(&value, o->data + at, sizeof value);
    else memcpy(&half, o->data + at, sizeof half), value = half;
    if (value) see_value(h, value);
  }
  for (uint64_t at = 0; o->sym && at < o->size; at++)
    if (object_sym(o, at)) see_expr(h, object_sym(o, at) >> 3, DEPTH);
}

static void see_memory(struct hunt *h) {
  const struct vm *vm = h->vm;
  for (uint32_t r = 0; r < regions_used(vm); r++)
    for (uint32_t s = 0; s < vm->regions[r].count; s++) {
      const struct object *o = vm->regions[r].slots[s];
      if (!o || o->released || o->slot != s || o->readonly || o->kind == OBJECT_CODE || o->freed_at != IR_NONE)
        continue;
      see_contents(h, o);
    }
}

/* A frame before instruction pc; `skip`: results of a call under way, which will be written. */
static void see_frame(struct hunt *h, const struct thread *t, uint32_t base, uint32_t pc, const struct ir_ins *skip) {
  uint32_t function = frame_function(t, base);
  const struct ir_function *f = &h->vm->program->functions[function];
  const uint64_t *live = live_registers(h->vm, function, pc);
  for (uint32_t r = 0; r < f->nregs; r++)
    if (live_has(live, r) && !live_is_result(skip, r)) see_cell(h, &t->cells[base + r]);
  uint32_t varargs = (uint32_t)t->cells[base - FRAME_CELLS + 2].value, first = (uint32_t)t->cells[base - 1].value;
  for (uint32_t i = 0; i < varargs; i++) see_cell(h, &t->cells[first + 2 * i]);
}

static void see_thread(struct hunt *h, const struct thread *t) {
  uint32_t base = t->regs.base, pc = t->regs.pc;
  const struct ir_ins *call = NULL;
  if (live_has_result(h->vm, t)) see_cell(h, &t->regs.result);
  if (t->regs.status != THREAD_LOCAL && t->regs.status != THREAD_READY) return;
  for (uint32_t depth = t->regs.depth; depth; depth--) {
    see_frame(h, t, base, pc, call);
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    pc = (uint32_t)header;
    if (pc == IR_NONE) return;
    call = &h->vm->program->ins[pc - 1];
    base = (uint32_t)(header >> 32);
  }
}

void held_find(struct vm *vm, const reuse_list *objects, bool *held) {
  struct hunt h = {.vm = vm, .objects = objects, .held = held};
  see_memory(&h);
  for (uint32_t t = 0; t < vm->threads.count; t++) see_thread(&h, vm->threads.data[t]);
}
