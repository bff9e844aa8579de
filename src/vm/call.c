/* Calls, returns, variable arguments, and the life of a program: constructors, main, exit, destructors.

   A frame is a stretch of the thread's cells: a header of FRAME_CELLS cells, the registers of the function, its loop
   counters (when loops are bounded) and its variable arguments, each a cell with the value and one with the width. */
#include "vm/state.h"

enum { MOST_FRAMES = 530000 }; /* a native stack of 8 MiB holds no more than 2^19 frames */

static uint64_t pair(uint32_t high, uint32_t low) { return (uint64_t)high << 32 | low; }
static uint32_t high_of(uint64_t v) { return (uint32_t)(v >> 32); }
static uint32_t low_of(uint64_t v) { return (uint32_t)v; }

uint32_t frame_function(const struct thread *t, uint32_t base) {
  return high_of(t->cells[base - FRAME_CELLS + 1].value);
}

bool call_is_own(const struct vm *vm) {
  const struct thread *t = vm->thread;
  return !(vm->program->functions[frame_function(t, t->regs.base)].flags & IR_FN_LIBRARY);
}

static unsigned value_width(const struct vm *vm, uint32_t function, ir_value v) {
  if (ir_is_const(v)) return vm->program->consts[ir_const_index(v)].width;
  return vm->program->regs[vm->program->functions[function].first_reg + (uint32_t)v].width;
}

/* In a later version of the program a function may have some more registers; the frames above it stay where they
   are. */
static uint32_t frame_room(uint32_t nregs) { return (nregs + 2 + 7) & ~7u; }

/* Opens a frame above the current one; `from` is the instruction to return to, or IR_NONE for the bottom frame. */
static enum step open_frame(struct vm *vm, uint32_t function, uint32_t from, uint32_t dst, uint32_t varargs) {
  struct thread *t = vm->thread;
  const struct ir_function *f = &vm->program->functions[function];
  uint32_t base = t->regs.top + FRAME_CELLS;
  uint32_t extra = base + frame_room(f->nregs) + (vm->nloops ? vm->nloops[function] : 0);
  if (t->regs.depth >= MOST_FRAMES || extra + 2 * varargs > THREAD_CELLS)
    return decide_fail(vm, FAILURE_MEMORY, "stack overflow: the recursion is too deep", NULL);
  struct cell *header = &t->cells[t->regs.top];
  cell_put(vm, &header[0], pair(t->regs.base, from));
  cell_put(vm, &header[1], pair(function, dst));
  cell_put(vm, &header[2], pair(t->regs.locals, varargs));
  cell_put(vm, &header[3], extra);
  t->regs.base = base;
  t->regs.top = extra + 2 * varargs;
  t->regs.depth++;
  t->regs.pc = vm->program->blocks[f->first_block].first;
  blocks_at(vm, t->regs.pc);
  if (from == IR_NONE) log_add(vm, LOG_START, function, t->index, base);
  else log_add(vm, LOG_FRAME, function, base, pair(extra, varargs));
  return STEP_GOTO;
}

/* A value where another width may be expected: caller and callee need not agree on the type of a function. */
static void pass(struct vm *vm, struct cell *into, const struct cell *from, unsigned width, unsigned wanted) {
  if (from->expr == CELL_UNDEF && from->value && width != wanted) decide_define(vm, (struct cell *)from, width);
  if (width == wanted || from->expr == CELL_UNDEF) cell_put_raw(vm, into, from->value, from->expr);
  else if (!from->expr) cell_put(vm, into, wanted < 64 ? from->value & (((uint64_t)1 << wanted) - 1) : from->value);
  else if (width < wanted) cell_put_raw(vm, into, 0, sym_zext(vm->sym, from->expr, wanted));
  else cell_put_raw(vm, into, 0, sym_extract(vm->sym, from->expr, 0, wanted));
}

enum step call_function(struct vm *vm, const struct ir_ins *ins, uint32_t function) {
  if (vm->builtins[function]) return builtins_call(vm, ins, function);
  const struct ir_function *f = &vm->program->functions[function];
  struct thread *t = vm->thread;
  const struct cell *regs = t->cells + t->regs.base;
  const int32_t *args = &vm->program->extra[ins->b];
  uint32_t count = (uint32_t)ins->c, fixed = count < f->nparams ? count : f->nparams;
  uint32_t caller = frame_function(t, t->regs.base);
  uint32_t varargs = f->flags & IR_FN_VARIADIC ? count - fixed : 0;
  /* Nobody reads what a function of the library leaves undefined: it needs no value, which each round of a loop would
     make anew. */
  bool library = vm->program->functions[caller].flags & IR_FN_LIBRARY;
  if (f->flags & IR_FN_ATOMIC && vm->unjoined) {
    struct vm_op op = {.kind = VM_OP_ATOMIC, .everything = true, .atomic = true, .after = IR_NONE};
    enum step turn = visible_operation(vm, &op);
    if (turn != STEP_NEXT) return turn;
  }
  if (f->flags & IR_FN_ATOMIC && !t->regs.atomic++) t->regs.wrote = false;
  enum step step = open_frame(vm, function, t->regs.pc + 1, ins->dst, varargs);
  if (step == STEP_END) return step;
  struct cell *into = t->cells + t->regs.base;
  for (uint32_t i = 0; i < fixed; i++) {
    unsigned wanted = vm->program->regs[f->first_reg + i].width;
    const struct cell *from = operand(vm, regs, args[i]);
    if (from->expr == CELL_UNDEF && library) cell_put_raw(vm, into + i, 0, CELL_UNDEF);
    else pass(vm, into + i, from, value_width(vm, caller, args[i]), wanted);
  }
  for (uint32_t i = fixed; i < f->nparams; i++) cell_put_raw(vm, into + i, 0, CELL_UNDEF);
  struct cell *rest = t->cells + t->cells[t->regs.base - 1].value;
  for (uint32_t i = 0; i < varargs; i++) {
    const struct cell *from = operand(vm, regs, args[fixed + i]);
    cell_put_raw(vm, rest + 2 * i, from->value, from->expr);
    cell_put(vm, rest + 2 * i + 1, value_width(vm, caller, args[fixed + i]));
  }
  return STEP_GOTO;
}

void call_end_locals(struct vm *vm, uint32_t until) {
  struct thread *t = vm->thread;
  while (t->regs.locals != until) {
    ASSERT(t->regs.locals != IR_NONE);
    struct object *o = vm->regions[stack_region(t)].slots[t->regs.locals];
    t->regs.locals = o->below;
    memory_kill(vm, o, t->regs.pc);
  }
}

/* Calls a function from the bottom of the stack with concrete or symbolic arguments. */
enum step call_start(struct vm *vm, uint32_t function, const struct cell *args, uint32_t count) {
  if (vm->builtins[function] || !(vm->program->functions[function].flags & IR_FN_DEFINED))
    return decide_cut(vm, "'%s' has no body", ir_text(vm->program, vm->program->functions[function].name));
  enum step step = open_frame(vm, function, IR_NONE, IR_NONE, 0);
  struct cell *regs = vm->thread->cells + vm->thread->regs.base;
  uint32_t nparams = vm->program->functions[function].nparams;
  for (uint32_t i = 0; i < nparams && step != STEP_END; i++) {
    if (i < count) cell_put_raw(vm, regs + i, args[i].value, args[i].expr);
    else cell_put_raw(vm, regs + i, 0, CELL_UNDEF);
  }
  return step;
}

static void report_leaks(struct vm *vm) {
  for (uint32_t r = 0; r < regions_used(vm); r++) {
    for (uint32_t s = 0; s < vm->regions[r].count; s++) {
      const struct object *o = vm->regions[r].slots[s];
      if (!o || o->released || o->slot != s || o->kind != OBJECT_HEAP || o->freed_at != IR_NONE ||
          o->made_at == IR_NONE || o->kept)
        continue;
      char message[100];
      snprintf(message, sizeof message, "%llu bytes allocated here are never freed", (unsigned long long)o->size);
      vm->blame = o->made_at;
      vm->host.failure(vm->host.context, FAILURE_LEAK, message, NULL);
      vm->end = VM_FAILED;
    }
  }
  vm->blame = IR_NONE;
}

/* The program ends when nobody else can still do anything: what other threads do before that is explored that way. */
static enum step end_program(struct vm *vm) {
  struct thread_regs *regs = &vm->thread->regs;
  if (!vm->unjoined) {
    vm_end_program(vm);
    return STEP_END;
  }
  regs->op = (struct vm_op){.kind = VM_OP_EXIT, .ins = regs->pc, .ordinal = regs->hooks, .after = IR_NONE};
  regs->status = THREAD_READY;
  vm->end = VM_YIELDED;
  return STEP_END;
}

enum vm_end vm_end_program(struct vm *vm) {
  ASSERT(vm->thread->regs.status != THREAD_NONE);
  vm->end = vm_final_end(vm);
  if (check_on(vm, CHECK_LEAK) && vm->end == VM_EXITED) report_leaks(vm);
  return vm->end;
}

/* Numbers of regs.boot: constructors, main, the library's exit function, destructors. */
static enum step next_phase(struct vm *vm, const struct cell *result) {
  struct thread *t = vm->thread;
  const struct ir_program *p = vm->program;
  uint32_t phase = t->regs.boot++, main_phase = (uint32_t)p->nctors;
  if (phase < main_phase) return call_start(vm, p->ctors[phase], NULL, 0);
  if (phase == main_phase) return call_start(vm, p->entry, vm->main_args, 3);
  if (phase == main_phase + 1) {
    struct cell status = result ? *result : (struct cell){0};
    uint32_t exit_function = ir_find_function(p, "exit");
    if (exit_function != IR_NONE && p->functions[exit_function].flags & IR_FN_DEFINED)
      return call_start(vm, exit_function, &status, 1);
    return call_exit(vm, (int)status.value);
  }
  uint32_t dtor = phase - main_phase - 2;
  if (dtor < p->ndtors) return call_start(vm, p->dtors[dtor], NULL, 0);
  t->regs.boot--;
  return end_program(vm);
}

enum step call_return(struct vm *vm, const struct ir_ins *ins) {
  struct thread *t = vm->thread;
  struct cell *regs = t->cells + t->regs.base;
  const struct cell *header = regs - FRAME_CELLS;
  uint32_t caller_base = high_of(header[0].value), from = low_of(header[0].value), dst = low_of(header[1].value);
  uint32_t callee = high_of(header[1].value);
  enum step turn = visible_ending(vm, high_of(header[2].value), from == IR_NONE && t->index);
  if (turn != STEP_NEXT) return turn;
  if (vm->program->functions[callee].flags & IR_FN_ATOMIC && t->regs.atomic) t->regs.atomic--;
  call_end_locals(vm, high_of(header[2].value));
  log_add(vm, LOG_RETURN, from, caller_base, dst);
  t->regs.top = t->regs.base - FRAME_CELLS;
  t->regs.base = caller_base;
  t->regs.depth--;
  const int32_t *results = &vm->program->extra[ins->b];
  if (from == IR_NONE) {
    const struct cell *result = ins->c ? operand(vm, regs, results[0]) : NULL;
    return t->index ? threads_finish(vm, result) : next_phase(vm, result);
  }
  int32_t reserved = dst == IR_NONE ? 0 : vm->program->ins[from - 1].width;
  uint32_t first_reg = vm->program->functions[frame_function(t, caller_base)].first_reg;
  for (int32_t i = 0; i < reserved; i++) {
    unsigned wanted = vm->program->regs[first_reg + dst + (uint32_t)i].width;
    struct cell *cell = t->cells + caller_base + dst + i;
    if (i < ins->c) pass(vm, cell, operand(vm, regs, results[i]), value_width(vm, callee, results[i]), wanted);
    else cell_put_raw(vm, cell, 0, CELL_UNDEF);
  }
  t->regs.pc = from;
  blocks_at(vm, from);
  return STEP_GOTO;
}

enum step call_exit(struct vm *vm, int status) {
  struct thread *t = vm->thread;
  vm->exit_status = status;
  uint32_t dtors_phase = (uint32_t)vm->program->nctors + 2;
  if (t->regs.boot < dtors_phase) t->regs.boot = dtors_phase;
  if (t->regs.boot - dtors_phase < vm->program->ndtors) {
    t->regs.top = 0;
    t->regs.depth = 0;
    t->regs.base = 0;
    return next_phase(vm, NULL);
  }
  return end_program(vm);
}

void call_boot(struct vm *vm) {
  struct thread *t = vm->thread;
  t->regs = (struct thread_regs){.locals = IR_NONE,
                                 .heap_count = t->regs.heap_count,
                                 .pc = t->regs.pc,
                                 .status = THREAD_LOCAL,
                                 .born = IR_NONE,
                                 .woken_by = IR_NONE,
                                 .spins_from = IR_NONE,
                                 .handle = t->index + 1};
  next_phase(vm, NULL);
}

/* Bytes of a variable argument in memory. */
static unsigned vararg_size(const struct vm *vm, uint64_t width) {
  unsigned word = vm->program->pointer_bits / 8;
  return width > word * 8u ? 8 : word;
}

/* The arguments, one after the other, in an object of the frame. */
static struct object *vararg_area(struct vm *vm, uint32_t count) {
  struct thread *t = vm->thread;
  uint32_t first = (uint32_t)t->cells[t->regs.base - 1].value;
  uint64_t bytes = 0, at = 0;
  for (uint32_t i = 0; i < count; i++) bytes += vararg_size(vm, t->cells[first + 2 * i + 1].value);
  struct object *area = memory_new_stack(vm, bytes, 16, 0);
  for (uint32_t i = 0; area && i < count; i++) {
    const struct cell *arg = &t->cells[first + 2 * i];
    unsigned width = (unsigned)arg[1].value, size = vararg_size(vm, width);
    bool plain = arg->expr != CELL_UNDEF && width <= 64 && width % 8 == 0;
    log_add(vm, plain ? LOG_VALUE : LOG_OPAQUE, width, first + 2 * i, 0);
    object_put(vm, area, at, size * 8, 0, 0);
    object_put(vm, area, at, width, arg->value, arg->expr);
    at += size;
  }
  return area;
}

/* The System V va_list with both register areas used up: every argument is found in the overflow area. In the 32-bit
   model a va_list is just a pointer. */
enum step call_vastart(struct vm *vm, const struct ir_ins *ins, const struct cell *list) {
  (void)ins;
  uint32_t count = low_of(vm->thread->cells[vm->thread->regs.base - 2].value);
  bool words = vm->program->pointer_bits == 64;
  struct object *o;
  uint64_t offset;
  enum step step = access_range(vm, list, words ? 24 : 4, ACCESS_WRITE, &o, &offset);
  if (step != STEP_NEXT) return step;
  log_access(vm, LOG_STORE, count, o, o->base + offset);
  struct object *area = vararg_area(vm, count);
  if (!area) return decide_cut(vm, "out of addresses for stack objects");
  if (!words) {
    object_put(vm, o, offset, 32, area->base, 0);
    return STEP_NEXT;
  }
  object_put(vm, o, offset, 32, 48, 0);      /* gp_offset: past the six integer registers */
  object_put(vm, o, offset + 4, 32, 176, 0); /* fp_offset: past the eight vector registers */
  object_put(vm, o, offset + 8, 64, area->base, 0);
  object_put(vm, o, offset + 16, 64, 0, 0);
  return STEP_NEXT;
}

/* A loop header counts the iterations in which the path condition grew; entering the loop from outside starts anew. */
enum step call_loop_edge(struct vm *vm, uint32_t target) {
  struct thread *t = vm->thread;
  uint32_t source = t->regs.pc, first = vm->program->blocks[target].first;
  uint32_t counter = vm->loop_counter[target];
  if (counter) {
    uint32_t function = frame_function(t, t->regs.base), constraints;
    smt_path(vm->smt, &constraints);
    struct cell *cell = &t->cells[t->regs.base + vm->program->functions[function].nregs + counter - 1];
    uint32_t rounds = 0;
    if (source >= first) rounds = high_of(cell->value) + (low_of(cell->value) != constraints);
    if (rounds > vm->config->unwind)
      return decide_cut(vm, "a loop was cut after %u iterations (--unwind)", vm->config->unwind);
    cell_put(vm, cell, pair(rounds, constraints));
  }
  t->regs.pc = first;
  if (vm->block_seen) blocks_enter(vm, target);
  return STEP_GOTO;
}
