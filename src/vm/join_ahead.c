/* What the first thread is going to join. It stands before a join; all that it does until it comes to something that
   others can notice, or that depends on them, is known: its registers, and memory that it alone can write. So that is
   executed here, on a copy of its registers, as if every join returned at once. */
#include "vm/permute.h"
#include "vm/reuse.h"

enum { MOST_REGISTERS = 512, MOST_INSTRUCTIONS = 20000, MOST_STORED = 64 };

struct ahead {
  struct vm *vm;
  struct cell *regs;
  uint32_t pc;
  const struct object *stored[MOST_STORED]; /* a result was stored there: what they hold is not known */
  uint32_t nstored;
  struct join_ahead found;
};

static uint64_t cut(uint64_t value, unsigned width) {
  return width >= 64 ? value : value & (((uint64_t)1 << width) - 1);
}
static int64_t sign(uint64_t value, unsigned width) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

static const struct cell *value_of(const struct ahead *a, ir_value v) { return operand(a->vm, a->regs, v); }
static bool is_known(const struct ahead *a, ir_value v) { return !value_of(a, v)->expr; }

static bool compute(struct ahead *a, const struct ir_ins *ins) {
  bool two = ir_ops[ins->op].shape[3] == 'v';
  if (!is_known(a, ins->a) || (two && !is_known(a, ins->b))) return false;
  uint64_t x = value_of(a, ins->a)->value, y = two ? value_of(a, ins->b)->value : 0, r;
  unsigned w = ins->width;
  switch ((enum ir_op)ins->op) {
  case IR_MOV: r = x; break;
  case IR_ADD: r = cut(x + y, w); break;
  case IR_SUB: r = cut(x - y, w); break;
  case IR_MUL: r = cut(x * y, w); break;
  case IR_AND: r = x & y; break;
  case IR_OR: r = x | y; break;
  case IR_XOR: r = x ^ y; break;
  case IR_EQ: r = x == y; break;
  case IR_NE: r = x != y; break;
  case IR_ULT: r = x < y; break;
  case IR_ULE: r = x <= y; break;
  case IR_SLT: r = sign(x, w) < sign(y, w); break;
  case IR_SLE: r = sign(x, w) <= sign(y, w); break;
  case IR_ZEXT: r = x; break;
  case IR_SEXT: r = cut((uint64_t)sign(x, w), (unsigned)ins->c); break;
  case IR_TRUNC: r = cut(x, w); break;
  case IR_LEA: r = x + y * (uint64_t)(int64_t)ins->c; break;
  default: return false;
  }
  a->regs[ins->dst] = (struct cell){.value = r};
  a->pc++;
  return true;
}

/* Of memory that no other thread can write as long as the first one does not let it. */
static struct object *own_object(const struct ahead *a, ir_value address, uint64_t bytes) {
  const struct cell *c = value_of(a, address);
  struct object *o = c->expr ? NULL : memory_at(a->vm, c->value);
  if (!o || o->released || c->value < o->base) return NULL;
  bool steady = a->vm->relevance && a->vm->relevance[a->pc] & VM_STEADY;
  return object_allows(o, c->value - o->base, bytes) && (o->only == 0 || o->readonly || steady) ? o : NULL;
}

static bool load(struct ahead *a, const struct ir_ins *ins) {
  unsigned bytes = ins->width / 8u;
  const struct object *o = ins->width % 8 || bytes > 8 ? NULL : own_object(a, ins->a, bytes);
  for (uint32_t i = 0; i < a->nstored; i++)
    if (o == a->stored[i]) return false;
  if (!o) return false;
  uint64_t offset = value_of(a, ins->a)->value - o->base;
  struct cell loaded = {0};
  for (uint64_t i = offset; i < offset + bytes; i++)
    if (object_is_nonconcrete(o, i)) return false;
  memcpy(&loaded.value, o->data + offset, bytes);
  a->regs[ins->dst] = loaded;
  a->pc++;
  return true;
}

static bool join(struct ahead *a, const struct ir_ins *ins) {
  const int32_t *args = &a->vm->program->extra[ins->b];
  if ((uint32_t)ins->a != a->vm->join_function || ins->c != 2 || !is_known(a, args[0]) || !is_known(a, args[1]))
    return false;
  const struct thread *t = reuse_thread_of(a->vm, value_of(a, args[0])->value);
  if (!t || t->index >= 64 || !t->index || t->joined || t->regs.detached || a->found.joined >> t->index & 1)
    return false;
  if (value_of(a, args[1])->value) {
    const struct object *o = own_object(a, args[1], 8);
    if (!o || o->readonly || a->nstored == MOST_STORED) return false;
    a->stored[a->nstored++] = o;
    a->found.stored |= (uint64_t)1 << t->index;
  }
  a->found.joined |= (uint64_t)1 << t->index;
  if (ins->dst != IR_NONE && ins->width) a->regs[ins->dst] = (struct cell){0};
  a->pc++;
  return true;
}

static bool jump(struct ahead *a, int32_t block) {
  a->pc = a->vm->program->blocks[block].first;
  return true;
}

static bool step(struct ahead *a) {
  const struct ir_ins *ins = &a->vm->program->ins[a->pc];
  switch ((enum ir_op)ins->op) {
  case IR_BR: return jump(a, ins->a);
  case IR_CBR: return is_known(a, ins->a) && jump(a, value_of(a, ins->a)->value ? ins->b : ins->c);
  case IR_LOAD: return load(a, ins);
  case IR_CALL: return join(a, ins);
  default: return ir_ops[ins->op].class == IR_CLASS_PURE && compute(a, ins);
  }
}

struct join_ahead join_ahead(struct vm *vm) {
  const struct thread *t = vm->threads.data[0];
  const struct thread_regs *r = &t->regs;
  struct join_ahead all = {.joined = UINT64_MAX}, none = {0};
  if (r->status == THREAD_DONE || r->status == THREAD_STOPPED) return all;
  if (r->status != THREAD_READY || r->op.kind != VM_OP_JOIN || r->waiting) return none;
  const struct ir_function *f = &vm->program->functions[frame_function(t, r->base)];
  if (f->nregs >= MOST_REGISTERS || vm->nloops) return none;
  struct cell regs[MOST_REGISTERS];
  struct ahead a = {.vm = vm, .regs = regs, .pc = r->pc};
  memcpy(a.regs, t->cells + r->base, f->nregs * sizeof *a.regs);
  for (uint32_t n = 0; n < MOST_INSTRUCTIONS && step(&a);) n++;
  return MUTATED(ALIKE_BETWEEN) ? all : a.found;
}
