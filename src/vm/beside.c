/* Where two versions differ: both are executed aside and compared. See beside.h. */
#include "vm/beside.h"

/* ---- opening ---- */

static struct cell *other_consts(struct vm *vm, const struct vm_other *other) {
  const struct ir_program *p = other->program;
  struct cell *consts = mem_zalloc((p->nconsts + 1) * sizeof *consts);
  for (uint64_t i = 0; i < p->nconsts; i++) {
    const struct ir_const *c = &p->consts[i];
    uint32_t match = c->kind == IR_CONST_GLOBAL ? other->global[c->symbol] : IR_NONE;
    consts[i].value = c->value;
    if (c->kind == IR_CONST_INT) continue;
    if (c->kind == IR_CONST_FUNC) match = other->function[c->symbol];
    if (match == IR_NONE) consts[i] = BESIDE_UNKNOWN;
    else if (c->kind == IR_CONST_FUNC) consts[i].value = function_address(vm, match);
    else consts[i].value = vm->global_base[match] + c->value;
  }
  return consts;
}

void vm_set_other(struct vm *vm, const struct vm_other *other) {
  struct beside *b = vm->beside = mem_zalloc(sizeof *b);
  b->other = other;
  b->consts = other_consts(vm, other);
  b->marks = mem_zalloc(vm->program->nins + 1);
  b->seen = mem_zalloc((vm->program->nins + 1) * sizeof *b->seen);
  for (uint64_t i = 0; i < vm->program->nins; i++) b->marks[i] = other->entry[i] != IR_NONE ? BESIDE_ENTRY : 0;
}

void beside_close(struct vm *vm) {
  struct beside *b = vm->beside;
  if (!b) return;
  live_free(b->live, b->other->program);
  free(b->consts);
  free(b->marks);
  free(b->seen);
  free(b);
}

bool vm_has_diverged(const struct vm *vm) { return vm->diverged; }
const struct vm_divergence *vm_divergence(const struct vm *vm) { return vm->diverged ? &vm->beside->last : NULL; }
struct vm_beside_counts vm_beside_counts(const struct vm *vm) {
  if (!vm->beside) return (struct vm_beside_counts){0};
  return (struct vm_beside_counts){.looks = vm->beside->looks, .diverged = vm->beside->diverged};
}

/* ---- diverging ---- */

static void diverge(struct vm *vm) {
  trail_log_scalar(vm, &vm->diverged);
  vm->diverged = 1;
  vm->beside->diverged++;
}

static void differs(struct beside *b, enum vm_difference what, uint32_t reg, uint64_t address, const struct cell *old,
                    const struct cell *new) {
  struct vm_divergence *d = &b->last;
  d->what = what;
  d->reg = reg;
  d->address = address;
  d->here = b->here.pc;
  d->there = b->there.pc;
  d->function = b->here.frames[b->here.count - 1].function;
  d->old_known = old && !old->expr;
  d->new_known = new && !new->expr;
  d->old_value = d->old_known ? old->value : 0;
  d->new_value = d->new_known ? new->value : 0;
  d->old_term = old && old->expr && old->expr != CELL_UNDEF ? old->expr : 0;
  d->new_term = new && new->expr &&new->expr != CELL_UNDEF ? new->expr : 0;
}

/* ---- comparing ---- */

enum same { SAME_YES, SAME_NO, SAME_IF };
struct comparing {
  struct beside *b;
  struct vm *vm;
  enum same same; /* so far; SAME_IF: if the condition holds */
  sym_id condition;
};

/* True: they may still be the same. */
static bool compare_cells(struct comparing *c, const struct cell *old, const struct cell *new, unsigned width) {
  struct sym *sym = c->vm->sym;
  bool unknown = old->expr == CELL_UNDEF || new->expr == CELL_UNDEF;
  if (old->expr == new->expr && old->value == new->value && (!unknown || old->value != ~(uint64_t)0)) return true;
  if (unknown || (!old->expr && !new->expr)) return false;
  sym_id x = old->expr ? old->expr : sym_const(sym, old->value, width);
  sym_id y = new->expr ? new->expr : sym_const(sym, new->value, width);
  if (x == y) return true;
  if (sym_width(sym, x) != sym_width(sym, y)) return false;
  sym_id equal = sym_binary(sym, SYM_EQ, x, y);
  if (sym_is_true(sym, equal)) return true;
  if (sym_is_false(sym, equal)) return false;
  c->condition = c->same == SAME_IF ? sym_binary(sym, SYM_AND, c->condition, equal) : equal;
  c->same = SAME_IF;
  return true;
}

static void compare_two(struct comparing *c, const struct cell *old, const struct cell *new, unsigned width,
                        enum vm_difference what, uint32_t reg, uint64_t address) {
  enum same before = c->same;
  if (c->same == SAME_NO) return;
  if (!compare_cells(c, old, new, width)) c->same = SAME_NO;
  if (c->same != before) differs(c->b, what, reg, address, old, new);
}

/* Registers that the other version will read from that instruction on; not those that `op` is about to write. */
static void compare_registers(struct comparing *c, uint32_t pc, const struct ir_ins *op) {
  struct beside *b = c->b;
  const struct aside_frame *old = &b->there.frames[0], *new = &b->here.frames[0];
  const struct ir_function *f = &b->there.program->functions[old->function];
  const uint64_t *live = live_of(&b->live, b->there.program, old->function, pc);
  uint32_t nregs = b->here.program->functions[new->function].nregs;
  for (uint32_t r = 0; r < f->nregs && c->same != SAME_NO; r++) {
    if (!live_has(live, r) || live_is_result(op, r)) continue;
    uint32_t k = b->other->reg[f->first_reg + r];
    if (k == IR_NONE || k >= nregs) {
      c->same = SAME_NO;
      differs(b, VM_DIFFERS_VARIABLE, IR_NONE, 0, &b->there.cells[old->cells + r], NULL);
      return;
    }
    if (MUTATED(DIVERGENCE_LIVE) && !live_has(live_registers(c->vm, new->function, b->here.pc), k)) continue;
    compare_two(c, &b->there.cells[old->cells + r], &b->here.cells[new->cells + k],
                b->there.program->regs[f->first_reg + r].width, VM_DIFFERS_VARIABLE, k, 0);
  }
}

/* Only this version has the variable: whoever reads it is changed code. */
static bool is_own(const struct beside *b, const struct vm *vm, uint64_t address) {
  const struct object *o = memory_at(vm, address);
  if (!o || o->kind != OBJECT_GLOBAL || o->region) return false;
  for (uint64_t g = 0; g < vm->program->nglobals; g++)
    if (vm->global_base[g] == o->base) return b->other->own_global[g];
  return false;
}

static void compare_stores(struct comparing *c, struct aside *from, struct aside *to) {
  for (uint32_t i = 0; i < from->nstores && c->same != SAME_NO; i++) {
    const struct aside_store *s = &from->stores[i];
    struct cell other;
    bool old = from == &c->b->there;
    if (is_own(c->b, c->vm, s->address)) continue;
    if (!aside_load(to, s->address, s->width, &other)) {
      c->same = SAME_NO;
      differs(c->b, VM_DIFFERS_MEMORY, 0, s->address, old ? &s->value : NULL, old ? NULL : &s->value);
      return;
    }
    compare_two(c, old ? &s->value : &other, old ? &other : &s->value, s->width, VM_DIFFERS_MEMORY, 0, s->address);
  }
}

static void compare_results(struct comparing *c, const struct ir_ins *old, const struct ir_ins *new) {
  struct beside *b = c->b;
  if (old->c != new->c) c->same = SAME_NO;
  for (int32_t i = 0; i < new->c && c->same != SAME_NO; i++) {
    ir_value v = b->there.program->extra[old->b + i], w = b->here.program->extra[new->b + i];
    compare_two(c, aside_operand(&b->there, v), aside_operand(&b->here, w), aside_width(&b->there, v),
                VM_DIFFERS_RESULT, IR_NONE, 0);
  }
}

/* Two operations of one kind: what are they given? */
static void compare_operands(struct comparing *c, const struct ir_ins *old, const struct ir_ins *new) {
  struct aside *there = &c->b->there, *here = &c->b->here;
  const int32_t x[3] = {old->a, old->b, old->c}, y[3] = {new->a, new->b, new->c};
  const char *shape = ir_ops[old->op].shape;
  for (unsigned k = 0; k < 3; k++)
    if (shape[2 + k] == 'v')
      compare_two(c, aside_operand(there, x[k]), aside_operand(here, y[k]), aside_width(there, x[k]),
                  VM_DIFFERS_OPERAND, IR_NONE, 0);
  for (int32_t k = 0; ir_op_has_list(old->op) && k < old->c; k++) {
    ir_value v = there->program->extra[old->b + k], w = here->program->extra[new->b + k];
    compare_two(c, aside_operand(there, v), aside_operand(here, w), aside_width(there, v), VM_DIFFERS_OPERAND, IR_NONE,
                0);
  }
}

static bool both_return(const struct beside *b) {
  return b->here.count == 1 && b->there.count == 1 && b->here.program->ins[b->here.pc].op == IR_RET &&
         b->there.program->ins[b->there.pc].op == IR_RET;
}

/* Both stand at the same place, before operations of one kind, or return. `waits`: the other version stays where it is,
   whatever this one does next. */
static struct comparing compare(struct vm *vm, bool waits) {
  struct beside *b = vm->beside;
  struct comparing c = {.b = b, .vm = vm, .same = SAME_YES};
  const struct ir_ins *old = &b->there.program->ins[b->there.pc], *new = &b->here.program->ins[b->here.pc];
  if (waits || b->other->match[b->here.pc] == b->there.pc) compare_registers(&c, b->there.pc, NULL);
  else if (both_return(b)) compare_results(&c, old, new);
  else {
    if (!MUTATED(DIVERGENCE_OPERANDS)) compare_operands(&c, old, new);
    compare_registers(&c, b->there.pc + 1, old);
  }
  if (!MUTATED(DIVERGENCE_MEMORY)) compare_stores(&c, &b->there, &b->here);
  compare_stores(&c, &b->here, &b->there);
  return c;
}

/* ---- the way to where they meet ---- */

/* The other version goes on to that instruction of its own function. */
static bool come_to(struct aside *a, uint32_t pc) {
  while (a->pc != pc || a->count != 1)
    if (aside_step(a) != ASIDE_GOES_ON) return false;
  return true;
}

static bool is_return(const struct aside *a) { return a->count == 1 && a->program->ins[a->pc].op == IR_RET; }

static bool come_to_return(struct aside *a) {
  while (!is_return(a))
    if (aside_step(a) != ASIDE_GOES_ON) return false;
  return true;
}

/* Have both come to the same point? */
static bool meet(struct beside *b) {
  if (b->here.count != 1 || b->seen[b->here.pc] == b->look) return false;
  uint32_t match = b->other->match[b->here.pc];
  if (match == IR_NONE) match = b->other->alike[b->here.pc];
  if (match != IR_NONE && come_to(&b->there, match)) return true;
  return is_return(&b->here) && come_to_return(&b->there);
}

static bool open_aside(struct vm *vm) {
  struct beside *b = vm->beside;
  const struct thread *t = vm->thread;
  uint32_t function = frame_function(t, t->regs.base), old = b->other->back[function];
  struct aside *here = &b->here, *there = &b->there;
  here->vm = there->vm = vm;
  here->program = vm->program;
  there->program = b->other->program;
  here->consts = vm->consts;
  there->consts = b->consts;
  here->function = NULL;
  there->function = b->other->function;
  here->pc = t->regs.pc;
  there->pc = t->regs.old_waits ? t->regs.old_waits - 1 : b->other->entry[here->pc];
  for (int i = 0; i < 2; i++) {
    struct aside *a = i ? there : here;
    a->count = a->ncells = a->nstores = a->steps = 0;
  }
  if (old == IR_NONE || !aside_push(here, function, 0, 0) || !aside_push(there, old, 0, 0)) return false;
  memcpy(here->cells, t->cells + t->regs.base, here->ncells * sizeof *here->cells);
  const struct ir_function *f = &there->program->functions[old];
  for (uint32_t r = 0; r < f->nregs; r++) {
    uint32_t k = b->other->reg[f->first_reg + r];
    if (k != IR_NONE && k < here->ncells) there->cells[r] = here->cells[k];
  }
  return true;
}

/* The thread need not be looked at before it comes there. */
static void skip_to(struct vm *vm, uint32_t pc) {
  if (pc == vm->thread->regs.pc) return;
  vm->beside->until = pc + 1;
  vm->beside->marks[pc] |= BESIDE_UNTIL;
}

/* An access to a variable that only this version has: for the other one nothing happens. */
static bool is_own_access(struct vm *vm) {
  struct beside *b = vm->beside;
  const struct ir_ins *ins = &vm->program->ins[b->here.pc];
  if (b->here.count != 1 || b->there.count != 1 || !ir_op_is_scalar_access(ins->op)) return false;
  const struct cell *address = aside_operand(&b->here, ins->a);
  const struct object *o = address->expr ? NULL : memory_at(vm, address->value);
  return o && object_allows(o, address->value - o->base, ins->width / 8) && is_own(b, vm, address->value);
}

/* It happens, then the thread is looked at again. */
static void wait_for_own(struct vm *vm) {
  struct beside *b = vm->beside;
  if (MUTATED(DIVERGENCE_OWN)) return;
  b->until = b->here.pc + 2;
  b->old_waits = b->there.pc + 1;
  b->marks[b->here.pc + 1] |= BESIDE_UNTIL;
}

/* At a point where one of them cannot go on: a condition decides. */
static bool decide(struct vm *vm, const struct comparing *c) {
  bool same = c->same == SAME_YES;
  if (c->same != SAME_IF) return same;
  if (MUTATED(DIVERGENCE_FORK)) return true;
  if (irrelevant_here(vm)) return false;
  return decide_split(vm, c->condition, &same) == STEP_NEXT && same;
}

/* Both from here on. True: they come to the same point in the same state. */
static bool goes_alike(struct vm *vm) {
  struct beside *b = vm->beside;
  struct comparing c = {0};
  for (;;) {
    bool met = meet(b);
    if (met) c = compare(vm, false);
    if (met && c.same == SAME_YES) break;
    b->seen[b->here.pc] = b->look;
    if (aside_step(&b->here) == ASIDE_GOES_ON) continue;
    if (!met && is_own_access(vm)) {
      c = compare(vm, true);
      if (!decide(vm, &c)) return false;
      wait_for_own(vm);
      return true;
    }
    if (!met && MUTATED(DIVERGENCE_VISIBLE)) break;
    if (!met) differs(b, VM_DIFFERS_CONTROL, IR_NONE, 0, NULL, NULL);
    if (!met || !decide(vm, &c)) return false;
    break;
  }
  skip_to(vm, b->here.pc);
  return true;
}

enum step beside_look(struct vm *vm) {
  struct beside *b = vm->beside;
  struct thread_regs *r = &vm->thread->regs;
  if (vm->diverged || (r->until && r->until != r->pc + 1)) return STEP_NEXT;
  if (!r->old_waits && !(b->marks[r->pc] & BESIDE_ENTRY)) {
    r->until = 0;
    return STEP_NEXT;
  }
  b->looks++;
  b->look++;
  b->until = b->old_waits = 0;
  bool good = open_aside(vm);
  b->last = (struct vm_divergence){.entry = r->pc, .old_entry = b->there.pc, .thread = vm->thread->index};
  good = good && goes_alike(vm); /* may split the path here: then this instruction is executed again as it is now */
  r->until = good ? b->until : 0;
  r->old_waits = good ? b->old_waits : 0;
  if (!good) diverge(vm);
  return STEP_NEXT;
}

/* The way to the point where both meet has no visible operation: a thread that stops on it went another way. */
void beside_leave(struct vm *vm) {
  const struct thread_regs *r = &vm->thread->regs;
  if (vm->diverged || vm->end != VM_YIELDED || !r->until || (r->old_waits && r->until == r->pc + 2)) return;
  diverge(vm);
}
