/* Executing a version aside: from the state of the machine, which stays as it is. Registers are copied, stores are
   kept. Values may be symbolic; a branch on one splits the path as any decision does, and the instruction from which
   the look began is executed again on the other side. Only what no other thread sees and cannot fail is executed. */
#include "vm/beside.h"
#include "vm/term.h"

static struct aside_frame *top(struct aside *a) { return &a->frames[a->count - 1]; }

const struct cell *aside_operand(const struct aside *a, ir_value v) {
  return v >= 0 ? &a->cells[a->frames[a->count - 1].cells + (uint32_t)v] : &a->consts[ir_const_index(v)];
}

unsigned aside_width(const struct aside *a, ir_value v) {
  const struct ir_program *p = a->program;
  if (ir_is_const(v)) return p->consts[ir_const_index(v)].width;
  return p->regs[p->functions[a->frames[a->count - 1].function].first_reg + (uint32_t)v].width;
}

static void put(struct aside *a, uint32_t reg, struct cell value) { a->cells[top(a)->cells + reg] = value; }

static struct cell cell_of(struct vm *vm, sym_id term) {
  struct cell c = {0};
  if (!sym_is_const(vm->sym, term, &c.value)) c.expr = term;
  return c;
}

static sym_id term_of_cell(struct vm *vm, const struct cell *c, unsigned width) {
  return c->expr ? c->expr : sym_const(vm->sym, c->value, width);
}

/* ---- frames ---- */

bool aside_push(struct aside *a, uint32_t function, uint32_t from, uint32_t dst) {
  uint32_t nregs = a->program->functions[function].nregs;
  if (a->count == BESIDE_FRAMES || a->ncells + nregs > BESIDE_CELLS) return false;
  a->frames[a->count++] = (struct aside_frame){.function = function, .cells = a->ncells, .from = from, .dst = dst};
  for (uint32_t i = 0; i < nregs; i++) a->cells[a->ncells + i] = BESIDE_UNKNOWN;
  a->ncells += nregs;
  return true;
}

static bool is_built_in(const struct aside *a, uint32_t function) {
  uint32_t here = a->function ? a->function[function] : function;
  return here != IR_NONE && a->vm->builtins[here];
}

static enum aside_end step_call(struct aside *a, const struct ir_ins *ins) {
  const struct ir_program *p = a->program;
  uint32_t callee = (uint32_t)ins->a;
  const struct ir_function *f = &p->functions[callee];
  struct cell arguments[16];
  if (is_built_in(a, callee) || !f->nins || f->flags & (IR_FN_VARIADIC | IR_FN_ATOMIC)) return ASIDE_STOPS;
  if ((uint32_t)ins->c != f->nparams || f->nparams > 16) return ASIDE_STOPS;
  for (uint32_t i = 0; i < f->nparams; i++) {
    ir_value v = p->extra[ins->b + (int32_t)i];
    if (aside_width(a, v) != p->regs[f->first_reg + i].width) return ASIDE_STOPS;
    arguments[i] = *aside_operand(a, v);
  }
  if (!aside_push(a, callee, a->pc + 1, ins->dst)) return ASIDE_STOPS;
  for (uint32_t i = 0; i < f->nparams; i++) put(a, i, arguments[i]);
  a->pc = p->blocks[f->first_block].first;
  return ASIDE_GOES_ON;
}

/* Only out of a function that was entered aside. */
static enum aside_end step_return(struct aside *a, const struct ir_ins *ins) {
  const struct ir_program *p = a->program;
  struct aside_frame callee = *top(a);
  struct cell results[2];
  unsigned widths[2] = {0};
  if (a->count == 1 || ins->c > 2) return ASIDE_STOPS;
  for (int32_t i = 0; i < ins->c; i++) {
    results[i] = *aside_operand(a, p->extra[ins->b + i]);
    widths[i] = aside_width(a, p->extra[ins->b + i]);
  }
  int32_t reserved = callee.dst == IR_NONE ? 0 : p->ins[callee.from - 1].width;
  if (reserved > ins->c) return ASIDE_STOPS;
  a->count--;
  a->ncells = callee.cells;
  for (int32_t i = 0; i < reserved; i++) {
    if (aside_width(a, (ir_value)callee.dst + i) != widths[i]) return ASIDE_STOPS;
    put(a, callee.dst + (uint32_t)i, results[i]);
  }
  a->pc = callee.from;
  return ASIDE_GOES_ON;
}

/* ---- memory that nobody else sees ---- */

/* The object in which so many bytes lie that the thread may access unseen; NULL: there is none. */
static struct object *place(const struct aside *a, uint64_t address, unsigned width, uint64_t *offset) {
  struct object *o = memory_at(a->vm, address);
  if (!o || o->released || o->kind == OBJECT_CODE || width % 8) return NULL;
  *offset = address - o->base;
  return object_allows(o, *offset, width / 8) && visible_to_none(a->vm, o) ? o : NULL;
}

static bool is_written(const struct object *o, uint64_t offset, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    if (object_is_nonconcrete(o, offset + i) && !object_sym(o, offset + i)) return false;
  return true;
}

static bool overlaps(const struct aside_store *s, uint64_t address, unsigned width) {
  return s->address < address + width / 8 && address < s->address + s->width / 8;
}

bool aside_load(struct aside *a, uint64_t address, unsigned width, struct cell *into) {
  uint64_t offset;
  for (uint32_t i = a->nstores; i-- > 0;) {
    const struct aside_store *s = &a->stores[i];
    if (!overlaps(s, address, width)) continue;
    *into = s->value;
    return s->address == address && s->width == width;
  }
  struct object *o = place(a, address, width, &offset);
  if (!o || !is_written(o, offset, width / 8)) return false;
  into->stamp = a->vm->stamp; /* it is no cell of the machine: nothing is logged */
  object_get(a->vm, o, offset, width, into);
  return true;
}

static enum aside_end step_load(struct aside *a, const struct ir_ins *ins) {
  const struct cell *address = aside_operand(a, ins->a);
  struct cell value;
  if (address->expr || !aside_load(a, address->value, ins->width, &value)) return ASIDE_STOPS;
  put(a, ins->dst, value);
  a->pc++;
  return ASIDE_GOES_ON;
}

static enum aside_end step_store(struct aside *a, const struct ir_ins *ins) {
  const struct cell *address = aside_operand(a, ins->a);
  uint64_t offset;
  if (address->expr) return ASIDE_STOPS;
  struct aside_store s = {.address = address->value, .width = ins->width, .value = *aside_operand(a, ins->b)};
  const struct object *o = place(a, s.address, s.width, &offset);
  if (!o || o->readonly || s.value.expr == CELL_UNDEF) return ASIDE_STOPS;
  a->pc++;
  for (uint32_t i = 0; i < a->nstores; i++) {
    if (!overlaps(&a->stores[i], s.address, s.width)) continue;
    if (a->stores[i].address != s.address || a->stores[i].width != s.width) return a->pc--, ASIDE_STOPS;
    a->stores[i] = s;
    return ASIDE_GOES_ON;
  }
  if (a->nstores == BESIDE_STORES) return a->pc--, ASIDE_STOPS;
  a->stores[a->nstores++] = s;
  return ASIDE_GOES_ON;
}

/* ---- arithmetic and control ---- */

/* Divisions that are known to succeed; checks by option are not made here. */
static bool cannot_fail(const struct aside *a, const struct ir_ins *ins) {
  const struct cell *b;
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_NEVER:
  case IR_FAILS_UNWRITTEN: return true;
  case IR_FAILS_OVERFLOW: return !(ins->flags & IR_NSW) || !check_on(a->vm, CHECK_OVERFLOW);
  case IR_FAILS_SHIFT: return !check_on(a->vm, CHECK_SHIFT);
  case IR_FAILS_DIVISION:
    b = aside_operand(a, ins->b);
    return !b->expr && b->value && b->value != ~(uint64_t)0 >> (64 - ins->width);
  default: return false;
  }
}

static enum aside_end step_pure(struct aside *a, const struct ir_ins *ins) {
  struct vm *vm = a->vm;
  const char *shape = ir_ops[ins->op].shape;
  const int32_t fields[3] = {ins->a, ins->b, ins->c};
  sym_id terms[3] = {0};
  unsigned width = term_operand_width(ins, a->program->pointer_bits);
  if (ir_ops[ins->op].class != IR_CLASS_PURE || !cannot_fail(a, ins)) return ASIDE_STOPS;
  for (unsigned i = 0; i < 3; i++) {
    if (shape[2 + i] != 'v') continue;
    const struct cell *c = aside_operand(a, fields[i]);
    if (c->expr == CELL_UNDEF) return ASIDE_STOPS;
    terms[i] = term_of_cell(vm, c, ins->op == IR_SELECT && !i ? 1 : width);
  }
  put(a, ins->dst, cell_of(vm, term_of(vm->sym, ins, a->program->pointer_bits, terms[0], terms[1], terms[2])));
  a->pc++;
  return ASIDE_GOES_ON;
}

static enum aside_end enter(struct aside *a, int32_t block) {
  a->pc = a->program->blocks[block].first;
  return ASIDE_GOES_ON;
}

/* Without influence in this version: its side is not decided by the condition; or the look began at such a place. */
static bool is_free(const struct aside *a) {
  bool free = !a->function && a->vm->relevance && a->vm->relevance[a->pc] & VM_IRRELEVANT_BRANCH;
  return free || irrelevant_here(a->vm);
}

static enum aside_end step_branch(struct aside *a, const struct ir_ins *ins) {
  const struct cell *c = aside_operand(a, ins->a);
  bool side = c->value;
  if (c->expr == CELL_UNDEF || (c->expr && is_free(a))) return ASIDE_STOPS;
  if (c->expr && decide_split(a->vm, c->expr, &side) != STEP_NEXT) return ASIDE_STOPS;
  return enter(a, side ? ins->b : ins->c);
}

static enum aside_end step_switch(struct aside *a, const struct ir_ins *ins) {
  const struct cell *c = aside_operand(a, ins->a);
  const int32_t *extra = &a->program->extra[ins->b];
  if (c->expr) return ASIDE_STOPS;
  for (int32_t i = 1; i + 1 < ins->c; i += 2)
    if (a->consts[ir_const_index(extra[i])].value == c->value) return enter(a, extra[i + 1]);
  return enter(a, extra[0]);
}

enum aside_end aside_step(struct aside *a) {
  const struct ir_ins *ins = &a->program->ins[a->pc];
  if (++a->steps > BESIDE_STEPS) return ASIDE_STOPS;
  switch ((enum ir_op)ins->op) {
  case IR_BR: return enter(a, ins->a);
  case IR_CBR: return step_branch(a, ins);
  case IR_SWITCH: return step_switch(a, ins);
  case IR_CALL: return step_call(a, ins);
  case IR_RET: return step_return(a, ins);
  case IR_LOAD: return ins->flags & (IR_ATOMIC | IR_VOLATILE) ? ASIDE_STOPS : step_load(a, ins);
  case IR_STORE: return ins->flags & (IR_ATOMIC | IR_VOLATILE) ? ASIDE_STOPS : step_store(a, ins);
  case IR_MOV: put(a, ins->dst, *aside_operand(a, ins->a)); break;
  default: return step_pure(a, ins);
  }
  a->pc++;
  return ASIDE_GOES_ON;
}
