/* Looking ahead: would the thread, with this value at the place that it is about to read, come back to its operation
   and find everything as it is now?

   Input: the machine, which is not changed: registers are copied, stores are kept aside. Only what is concrete and
   cannot fail is followed: arithmetic, branches, calls, memory that nobody else sees. A second visible operation, a
   decision on an input, anything that may fail ends the look, and the answer is no. A register counts only if it is
   read again. */
#include "vm/concrete.h"
#include "util/mutate.h"
#include "vm/state.h"

enum { MOST_STEPS = 256, MOST_CELLS = 512, MOST_FRAMES = 8, MOST_STORES = 8 };

/* A frame as it would be. */
struct sim_frame {
  uint32_t function, cells; /* its first register */
  uint32_t from, dst;       /* where its caller goes on, and with what; IR_NONE */
};

struct sim_store {
  uint64_t address, value;
  unsigned width;
};

struct look {
  struct vm *vm;
  const struct thread *thread;
  uint32_t pc;
  uint32_t real;  /* the lowest frame looked at: its first register in the thread's cells */
  uint32_t above; /* frames of the thread above that one, as it stands */
  uint32_t count; /* frames, lowest first */
  struct sim_frame frames[MOST_FRAMES];
  uint32_t ncells, nstores;
  struct sim_store stores[MOST_STORES];
  struct cell cells[MOST_CELLS];
};

enum sim { SIM_GOES_ON, SIM_ROUND, SIM_UNKNOWN };

static uint32_t high_half(uint64_t v) { return (uint32_t)(v >> 32); }

static struct sim_frame *top_frame(struct look *l) { return &l->frames[l->count - 1]; }

static const struct cell *operand_of(struct look *l, ir_value v) {
  return v >= 0 ? &l->cells[top_frame(l)->cells + (uint32_t)v] : &l->vm->consts[ir_const_index(v)];
}

static bool concrete_of(struct look *l, ir_value v, uint64_t *value) {
  const struct cell *c = operand_of(l, v);
  *value = c->value;
  return !c->expr;
}

static void put(struct look *l, uint32_t reg, uint64_t value) {
  struct cell *c = &l->cells[top_frame(l)->cells + reg];
  c->value = value;
  c->expr = 0;
}

/* ---- frames ---- */

/* Room for the registers of one more frame, on top. */
static bool push_frame(struct look *l, uint32_t function, uint32_t from, uint32_t dst) {
  uint32_t nregs = l->vm->program->functions[function].nregs;
  if (l->count == MOST_FRAMES || l->ncells + nregs > MOST_CELLS) return false;
  l->frames[l->count++] = (struct sim_frame){.function = function, .cells = l->ncells, .from = from, .dst = dst};
  l->ncells += nregs;
  return true;
}

/* The thread's own frame with these registers, as the lowest one. */
static bool load_frame(struct look *l, uint32_t base) {
  const struct cell *header = &l->thread->cells[base - FRAME_CELLS];
  uint32_t function = high_half(header[1].value);
  if (l->vm->program->functions[function].flags & IR_FN_VARIADIC) return false;
  if (!push_frame(l, function, (uint32_t)header[0].value, (uint32_t)header[1].value)) return false;
  memcpy(l->cells, l->thread->cells + base, l->ncells * sizeof *l->cells);
  l->real = base;
  return true;
}

/* The widths of what is passed agree: else a value would change. */
static unsigned width_of(const struct look *l, uint32_t function, ir_value v) {
  const struct ir_program *p = l->vm->program;
  if (ir_is_const(v)) return p->consts[ir_const_index(v)].width;
  return p->regs[p->functions[function].first_reg + (uint32_t)v].width;
}

static enum sim sim_call(struct look *l, const struct ir_ins *ins) {
  const struct ir_program *p = l->vm->program;
  uint32_t callee = (uint32_t)ins->a, caller = top_frame(l)->function;
  const struct ir_function *f = &p->functions[callee];
  if (builtins_yields(l->vm, callee)) {
    if (ins->dst != IR_NONE) put(l, ins->dst, 0);
    l->pc++;
    return SIM_GOES_ON;
  }
  if (l->vm->builtins[callee] || f->flags & (IR_FN_VARIADIC | IR_FN_ATOMIC) || (uint32_t)ins->c != f->nparams)
    return SIM_UNKNOWN;
  struct sim_frame before = *top_frame(l);
  if (!push_frame(l, callee, l->pc + 1, ins->dst)) return SIM_UNKNOWN;
  for (uint32_t i = 0; i < f->nparams; i++) {
    ir_value v = p->extra[ins->b + (int32_t)i];
    if (width_of(l, caller, v) != p->regs[f->first_reg + i].width) return SIM_UNKNOWN;
    l->cells[top_frame(l)->cells + i] =
        v >= 0 ? l->cells[before.cells + (uint32_t)v] : l->vm->consts[ir_const_index(v)];
  }
  l->pc = p->blocks[f->first_block].first;
  return SIM_GOES_ON;
}

/* Out of a frame of the thread: it has no stack objects, which would end. */
static bool leave_real(struct look *l) {
  const struct cell *header = &l->thread->cells[l->real - FRAME_CELLS];
  uint32_t caller = high_half(header[0].value);
  if ((uint32_t)header[0].value == IR_NONE || high_half(header[2].value) != l->thread->regs.locals) return false;
  if (l->above == MOST_FRAMES) return false;
  l->above++;
  l->count = l->ncells = 0;
  return load_frame(l, caller);
}

static enum sim sim_return(struct look *l, const struct ir_ins *ins) {
  const struct ir_program *p = l->vm->program;
  struct sim_frame callee = *top_frame(l);
  struct cell results[2];
  if (callee.from == IR_NONE || ins->c > 2 || p->functions[callee.function].flags & IR_FN_ATOMIC) return SIM_UNKNOWN;
  unsigned widths[2] = {0};
  for (int32_t i = 0; i < ins->c; i++) {
    results[i] = *operand_of(l, p->extra[ins->b + i]);
    widths[i] = width_of(l, callee.function, p->extra[ins->b + i]);
  }
  if (l->count > 1) {
    l->count--;
    l->ncells = callee.cells;
  } else if (!leave_real(l)) return SIM_UNKNOWN;
  int32_t reserved = callee.dst == IR_NONE ? 0 : p->ins[callee.from - 1].width;
  if (reserved > ins->c) return SIM_UNKNOWN;
  uint32_t first_reg = p->functions[top_frame(l)->function].first_reg;
  for (int32_t i = 0; i < reserved; i++) {
    uint32_t reg = callee.dst + (uint32_t)i;
    if (p->regs[first_reg + reg].width != widths[i]) return SIM_UNKNOWN;
    l->cells[top_frame(l)->cells + reg] = results[i];
  }
  l->pc = callee.from;
  return SIM_GOES_ON;
}

/* ---- memory that nobody else sees ---- */

static bool overlaps(const struct sim_store *s, uint64_t address, unsigned width) {
  return s->address < address + width / 8 && address < s->address + s->width / 8;
}

/* The concrete value of an aligned word or less; private: only if nobody else writes there. */
static bool peek(const struct look *l, uint64_t address, unsigned width, bool private, uint64_t *value) {
  const struct object *o = memory_at(l->vm, address);
  if (!o || (width != 8 && width != 16 && width != 32 && width != 64)) return false;
  uint64_t offset = address - o->base;
  unsigned bytes = width / 8, in_word = offset & 7;
  if (!object_allows(o, offset, bytes) || o->kind == OBJECT_CODE || in_word + bytes > 8) return false;
  if (private && o->only != l->thread->index && !o->readonly) return false;
  if (o->nonconcrete && o->nonconcrete[offset >> 3] & (((1u << bytes) - 1) << in_word)) return false;
  *value = 0;
  memcpy(value, o->data + offset, bytes);
  return true;
}

static enum sim sim_load(struct look *l, const struct ir_ins *ins) {
  uint64_t address, value;
  if (!concrete_of(l, ins->a, &address) || !peek(l, address, ins->width, true, &value)) return SIM_UNKNOWN;
  for (uint32_t i = 0; i < l->nstores; i++) {
    const struct sim_store *s = &l->stores[i];
    if (!overlaps(s, address, ins->width)) continue;
    if (s->address != address || s->width != ins->width) return SIM_UNKNOWN;
    value = s->value;
  }
  put(l, ins->dst, value);
  l->pc++;
  return SIM_GOES_ON;
}

static enum sim sim_store(struct look *l, const struct ir_ins *ins) {
  struct sim_store s = {.width = ins->width};
  uint64_t before;
  const struct object *o;
  if (!concrete_of(l, ins->a, &s.address) || !concrete_of(l, ins->b, &s.value)) return SIM_UNKNOWN;
  if (!peek(l, s.address, s.width, true, &before)) return SIM_UNKNOWN;
  o = memory_at(l->vm, s.address);
  if (o->readonly) return SIM_UNKNOWN;
  for (uint32_t i = 0; i < l->nstores; i++) {
    if (!overlaps(&l->stores[i], s.address, s.width)) continue;
    if (l->stores[i].address != s.address || l->stores[i].width != s.width) return SIM_UNKNOWN;
    l->stores[i].value = s.value;
    l->pc++;
    return SIM_GOES_ON;
  }
  if (l->nstores == MOST_STORES) return SIM_UNKNOWN;
  l->stores[l->nstores++] = s;
  l->pc++;
  return SIM_GOES_ON;
}

/* ---- instructions ---- */

static bool calculate(const struct ir_ins *ins, uint64_t a, uint64_t b, unsigned pointer_bits, uint64_t *result) {
  unsigned w = ins->width;
  switch ((enum ir_op)ins->op) {
  case IR_ADD: *result = cut(a + b, w); return true;
  case IR_SUB: *result = cut(a - b, w); return true;
  case IR_MUL: *result = cut(a * b, w); return true;
  case IR_AND: *result = a & b; return true;
  case IR_OR: *result = a | b; return true;
  case IR_XOR: *result = a ^ b; return true;
  case IR_SHL: *result = shift_left(a, b, w); return true;
  case IR_LSHR: *result = shift_right(a, b, w); return true;
  case IR_ASHR: *result = shift_signed(a, b, w); return true;
  case IR_EQ: *result = a == b; return true;
  case IR_NE: *result = a != b; return true;
  case IR_ULT: *result = a < b; return true;
  case IR_ULE: *result = a <= b; return true;
  case IR_SLT: *result = signed_of(a, w) < signed_of(b, w); return true;
  case IR_SLE: *result = signed_of(a, w) <= signed_of(b, w); return true;
  case IR_ZEXT: *result = a; return true;
  case IR_SEXT: *result = cut((uint64_t)signed_of(a, w), (unsigned)ins->c); return true;
  case IR_TRUNC: *result = cut(a, w); return true;
  case IR_LEA: *result = cut(a + b * (uint64_t)(int64_t)ins->c, pointer_bits); return true;
  default: return false;
  }
}

/* Checks by option are not made here. */
static bool is_checked(const struct vm *vm, const struct ir_ins *ins) {
  bool shifts = ins->op == IR_SHL || ins->op == IR_LSHR || ins->op == IR_ASHR;
  return (ins->flags & IR_NSW && check_on(vm, CHECK_OVERFLOW)) || (shifts && check_on(vm, CHECK_SHIFT));
}

static enum sim sim_pure(struct look *l, const struct ir_ins *ins) {
  uint64_t a, b = 0, result;
  if (ir_ops[ins->op].class != IR_CLASS_PURE || is_checked(l->vm, ins)) return SIM_UNKNOWN;
  if (!concrete_of(l, ins->a, &a) || (ir_ops[ins->op].shape[3] == 'v' && !concrete_of(l, ins->b, &b)))
    return SIM_UNKNOWN;
  if (!calculate(ins, a, b, l->vm->program->pointer_bits, &result)) return SIM_UNKNOWN;
  put(l, ins->dst, result);
  l->pc++;
  return SIM_GOES_ON;
}

static enum sim enter(struct look *l, uint32_t block) {
  if (l->vm->dead_end[block]) return SIM_UNKNOWN;
  l->pc = l->vm->program->blocks[block].first;
  return SIM_GOES_ON;
}

static enum sim sim_switch(struct look *l, const struct ir_ins *ins) {
  uint64_t value;
  const int32_t *extra = &l->vm->program->extra[ins->b];
  if (!concrete_of(l, ins->a, &value)) return SIM_UNKNOWN;
  for (int32_t i = 1; i + 1 < ins->c; i += 2)
    if (l->vm->consts[ir_const_index(extra[i])].value == value) return enter(l, (uint32_t)extra[i + 1]);
  return enter(l, (uint32_t)extra[0]);
}

static enum sim sim_step(struct look *l) {
  const struct ir_ins *ins = &l->vm->program->ins[l->pc];
  uint64_t a;
  switch ((enum ir_op)ins->op) {
  case IR_BR: return enter(l, (uint32_t)ins->a);
  case IR_CBR: return concrete_of(l, ins->a, &a) ? enter(l, (uint32_t)(a ? ins->b : ins->c)) : SIM_UNKNOWN;
  case IR_SWITCH: return sim_switch(l, ins);
  case IR_CALL: return sim_call(l, ins);
  case IR_RET: return sim_return(l, ins);
  case IR_LOAD: return sim_load(l, ins);
  case IR_STORE: return sim_store(l, ins);
  case IR_FENCE: l->pc++; return SIM_GOES_ON; /* what it orders is in no run that leaves the round out */
  case IR_MOV: l->cells[top_frame(l)->cells + ins->dst] = *operand_of(l, ins->a); break;
  case IR_SELECT:
    if (!concrete_of(l, ins->a, &a)) return SIM_UNKNOWN;
    l->cells[top_frame(l)->cells + ins->dst] = *operand_of(l, a ? ins->b : ins->c);
    break;
  default: return sim_pure(l, ins);
  }
  l->pc++;
  return SIM_GOES_ON;
}

/* ---- the operation itself ---- */

static bool updated(const struct ir_ins *ins, uint64_t old, uint64_t b, uint64_t *value) {
  switch ((enum ir_rmw)ins->c) {
  case IR_RMW_XCHG: *value = b; return true;
  case IR_RMW_ADD: *value = cut(old + b, ins->width); return true;
  case IR_RMW_SUB: *value = cut(old - b, ins->width); return true;
  case IR_RMW_AND: *value = old & b; return true;
  case IR_RMW_OR: *value = old | b; return true;
  case IR_RMW_XOR: *value = old ^ b; return true;
  default: return false;
  }
}

/* The value is read; if the operation would write, then the same. */
static bool sim_operation(struct look *l, uint64_t value) {
  const struct ir_ins *ins = &l->vm->program->ins[l->pc];
  uint64_t b, written;
  if (ins->op == IR_RMW && (!concrete_of(l, ins->b, &b) || !updated(ins, value, b, &written) || written != value))
    return false;
  if (ins->op == IR_CMPXCHG && (!concrete_of(l, ins->b, &b) || b == value)) return false;
  put(l, ins->dst, value);
  if (ins->op == IR_CMPXCHG) put(l, ins->dst + 1, 0);
  l->pc++;
  return true;
}

/* ---- has the thread come back to where it was? ---- */

static bool same_frame(struct look *l, const struct sim_frame *f, uint32_t base, uint32_t pc,
                       const struct ir_ins *call) {
  const struct cell *header = &l->thread->cells[base - FRAME_CELLS];
  if (f->function != high_half(header[1].value) || f->dst != (uint32_t)header[1].value ||
      f->from != (uint32_t)header[0].value)
    return false;
  const uint64_t *live = live_registers(l->vm, f->function, pc);
  for (uint32_t w = 0; w <= l->vm->program->functions[f->function].nregs / 64; w++)
    for (uint64_t bits = MUTATED(AWAIT_REGISTERS) ? 0 : live[w]; bits; bits &= bits - 1) {
      uint32_t reg = w * 64 + (uint32_t)__builtin_ctzll(bits);
      const struct cell *then = &l->thread->cells[base + reg], *now = &l->cells[f->cells + reg];
      if (!live_is_result(call, reg) && (then->value != now->value || then->expr != now->expr)) return false;
    }
  return true;
}

static bool same_frames(struct look *l) {
  uint32_t base = l->thread->regs.base, pc = l->thread->regs.pc;
  const struct ir_ins *call = NULL;
  if (l->count != l->above + 1) return false;
  for (uint32_t i = l->count; i-- > 0;) {
    const struct cell *header = &l->thread->cells[base - FRAME_CELLS];
    if (!same_frame(l, &l->frames[i], base, pc, call)) return false;
    if (!i) break;
    pc = (uint32_t)header[0].value;
    call = &l->vm->program->ins[pc - 1];
    base = high_half(header[0].value);
  }
  return true;
}

static bool same_memory(struct look *l) {
  for (uint32_t i = 0; i < l->nstores; i++) {
    uint64_t value;
    if (!peek(l, l->stores[i].address, l->stores[i].width, true, &value) || value != l->stores[i].value) return false;
  }
  return true;
}

bool ahead_is_round(struct vm *vm, const struct thread *t, uint64_t value) {
  struct look l;
  l.vm = vm;
  l.thread = t;
  l.pc = t->regs.pc;
  l.above = l.count = l.ncells = l.nstores = 0;
  if (!load_frame(&l, t->regs.base) || !sim_operation(&l, value)) return false;
  for (uint32_t steps = 0; steps < MOST_STEPS; steps++) {
    if (l.pc == t->regs.pc && l.count == l.above + 1) return same_frames(&l) && same_memory(&l);
    if (sim_step(&l) != SIM_GOES_ON) return false;
  }
  return false;
}
