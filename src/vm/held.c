/* Who still knows the address of a dead object? Looked for in all that the program can read: live memory, registers
   whose value will be read again, variable arguments, results of threads. A value that lies in the object, or so
   near it that only low bits can have been set, is a copy of its address; so is an expression with such a constant
   in it. Nothing is overlooked but numbers that were computed from an address (static_tells says whether there are
   any).

   Registers: live variable analysis, backwards over the blocks of a function, made when it is first asked for. */
#include "vm/reuse.h"

/* ---- live registers ---- */

struct liveness {
  uint64_t *
      out; /* per block of the function `words` words: registers that are read behind its end before they are written */
  uint32_t words;
};

static void set(uint64_t *bits, uint32_t i) { bits[i / 64] |= (uint64_t)1 << i % 64; }
static void clear(uint64_t *bits, uint32_t i) { bits[i / 64] &= ~((uint64_t)1 << i % 64); }
static bool has(const uint64_t *bits, uint32_t i) { return bits[i / 64] >> i % 64 & 1; }

static void use(uint64_t *bits, ir_value v) {
  if (!ir_is_const(v)) set(bits, (uint32_t)v);
}

/* From behind an instruction to before it. */
static void step_back(const struct ir_program *p, const struct ir_ins *ins, uint64_t *bits) {
  const int32_t fields[] = {ins->a, ins->b, ins->c};
  for (uint32_t i = 0; i < ir_result_count(ins); i++) clear(bits, ins->dst + i);
  for (unsigned k = 0; k < 3; k++)
    if (ir_ops[ins->op].shape[2 + k] == 'v') use(bits, fields[k]);
  for (int32_t k = 0; ir_op_has_list(ins->op) && k < ins->c; k++) use(bits, p->extra[ins->b + k]);
}

static bool join(uint64_t *into, const uint64_t *from, uint32_t words) {
  bool grown = false;
  for (uint32_t i = 0; i < words; i++) {
    grown = grown || (from[i] & ~into[i]);
    into[i] |= from[i];
  }
  return grown;
}

static void live_before(const struct ir_program *p, const struct ir_block *b, uint32_t from, const uint64_t *out,
                        uint32_t words, uint64_t *bits) {
  memcpy(bits, out, words * sizeof *bits);
  for (uint32_t i = b->first + b->count; i-- > from;) step_back(p, &p->ins[i], bits);
}

/* What is live before a block is live behind those that lead to it: each tells its successors' sets. */
static bool join_successors(const struct ir_program *p, const struct ir_function *f, struct liveness *l, uint32_t b,
                            uint64_t *bits) {
  const struct ir_ins *last = &p->ins[p->blocks[b].first + p->blocks[b].count - 1];
  const int32_t two[] = {last->op == IR_BR ? last->a : last->b, last->c}, *targets = two;
  uint32_t count = last->op == IR_BR ? 1 : last->op == IR_CBR ? 2 : 0;
  if (last->op == IR_SWITCH) targets = &p->extra[last->b], count = (uint32_t)last->c;
  bool grown = false;
  for (uint32_t k = 0; k < count; k += last->op == IR_SWITCH && k ? 2 : 1 + (last->op == IR_SWITCH)) {
    uint32_t to = (uint32_t)targets[k];
    live_before(p, &p->blocks[to], p->blocks[to].first, l->out + (size_t)(to - f->first_block) * l->words, l->words,
                bits);
    grown |= join(l->out + (size_t)(b - f->first_block) * l->words, bits, l->words);
  }
  return grown;
}

static void find_live(const struct ir_program *p, const struct ir_function *f, struct liveness *l) {
  l->words = f->nregs / 64 + 1;
  l->out = mem_zalloc(((size_t)f->nblocks + 1) * l->words * sizeof *l->out);
  uint64_t *bits = mem_alloc(l->words * sizeof *bits);
  for (bool grown = true; grown;) {
    grown = false;
    for (uint32_t b = f->first_block + f->nblocks; b-- > f->first_block;) grown |= join_successors(p, f, l, b, bits);
  }
  free(bits);
}

static uint32_t block_of(const struct ir_program *p, const struct ir_function *f, uint32_t ins) {
  uint32_t b = f->first_block;
  while (b + 1 < f->first_block + f->nblocks && p->blocks[b + 1].first <= ins) b++;
  return b;
}

static const struct liveness *liveness_of(struct vm *vm, uint32_t function) {
  if (!vm->live_registers) vm->live_registers = mem_zalloc((vm->program->nfunctions + 1) * sizeof *vm->live_registers);
  struct liveness *l = &vm->live_registers[function];
  if (!l->out) find_live(vm->program, &vm->program->functions[function], l);
  return l;
}

void held_close(struct vm *vm) {
  for (uint32_t f = 0; vm->live_registers && f < vm->program->nfunctions; f++) free(vm->live_registers[f].out);
  free(vm->live_registers);
}

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

/* At every byte: an address need not be aligned. */
static void see_contents(struct hunt *h, const struct object *o) {
  unsigned word = h->vm->program->pointer_bits / 8;
  for (uint64_t at = 0; at + word <= o->size; at++) {
    uint64_t value = 0;
    memcpy(&value, o->data + at, word);
    if (value) see_value(h, value);
  }
  for (uint64_t at = 0; o->sym && at < o->size; at++)
    if (object_sym(o, at)) see_expr(h, object_sym(o, at) >> 3, DEPTH);
}

static void see_memory(struct hunt *h) {
  const struct vm *vm = h->vm;
  for (uint32_t r = 0; r < vm->nregions; r++)
    for (uint32_t s = 0; s < vm->regions[r].count; s++) {
      const struct object *o = vm->regions[r].slots[s];
      if (!o || o->released || o->slot != s || o->readonly || o->kind == OBJECT_CODE || o->freed_at != IR_NONE)
        continue;
      see_contents(h, o);
    }
}

/* A frame before instruction pc; `skip`: results of a call under way, which will be written. */
static void see_frame(struct hunt *h, const struct thread *t, uint32_t base, uint32_t pc, const struct ir_ins *skip) {
  const struct ir_program *p = h->vm->program;
  uint32_t function = frame_function(t, base);
  const struct ir_function *f = &p->functions[function];
  const struct liveness *l = liveness_of(h->vm, function);
  uint32_t b = block_of(p, f, pc);
  uint64_t *bits = mem_alloc(l->words * sizeof *bits);
  live_before(p, &p->blocks[b], pc, l->out + (size_t)(b - f->first_block) * l->words, l->words, bits);
  for (uint32_t i = 0; skip && i < ir_result_count(skip); i++) clear(bits, skip->dst + i);
  for (uint32_t r = 0; r < f->nregs; r++)
    if (has(bits, r)) see_cell(h, &t->cells[base + r]);
  free(bits);
  uint32_t varargs = (uint32_t)t->cells[base - FRAME_CELLS + 2].value, first = (uint32_t)t->cells[base - 1].value;
  for (uint32_t i = 0; i < varargs; i++) see_cell(h, &t->cells[first + 2 * i]);
}

/* A join may still have to store the result. */
static bool has_result(const struct vm *vm, const struct thread *t) {
  if (t->regs.status != THREAD_DONE) return false;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread_regs *r = &vm->threads.data[i]->regs;
    if (r->status == THREAD_READY && r->waiting && r->waits_for == t->index) return true;
  }
  return !t->joined;
}

static void see_thread(struct hunt *h, const struct thread *t) {
  uint32_t base = t->regs.base, pc = t->regs.pc;
  const struct ir_ins *call = NULL;
  if (has_result(h->vm, t)) see_cell(h, &t->regs.result);
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
