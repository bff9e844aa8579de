/* The body of the dispatch loop, included once for each kind of it (exec.c): RUN is its name, DISPATCH goes to the next
   instruction, FINISH is done before it ends. */
// NOLINTNEXTLINE(readability-function-size): the dispatch loop, a label for each op
static enum vm_end RUN(struct vm *vm) {
  static const void *const label[] = {
#define OP(name, ...) &&L_##name,
#include "ir/ops.def"
#undef OP
  };
  const struct ir_ins *const code = vm->program->ins;
  const struct ir_block *const blocks = vm->program->blocks;
  const struct cell *const K = vm->consts;
  const bool overflow = check_on(vm, CHECK_OVERFLOW), shifts = check_on(vm, CHECK_SHIFT);
  const bool bounded = vm->loop_counter != NULL;
  struct vm_flow *const flow = vm->host.flow;
#ifdef WATCHING
  const uint8_t *const watched_at = beside_marks(vm);
#endif
  struct thread *thread;
  struct cell *R;
  uint32_t self;
  const struct ir_ins *ins;
  uint64_t path;
  uint64_t user; /* 1 in the user's code, 0 in the library */
  /* decisions there are not part of the path's hash: they may differ between symbolic and fixed inputs */
  bool in_library;
  int64_t slice = slice_of(vm), budget = slice;
  VERIFY(vm->thread->regs.status == THREAD_LOCAL);

reload:
  thread = vm->thread;
  self = vm->watches || (VERIFYING && vm->statics) ? WATCHED : thread->index;
  R = thread->cells + thread->regs.base;
  ins = code + thread->regs.pc;
  path = thread->regs.path;
  in_library = vm->program->functions[frame_function(thread, thread->regs.base)].flags & IR_FN_LIBRARY;
  user = !in_library;
  if (--budget < 0) goto poll;
  if (vm->edge != IR_NONE) {
    uint32_t target = vm->edge;
    vm->edge = IR_NONE;
    LOG_GOES(target);
    if (!in_library) path = path_enter(path, target);
    if (bounded) SLOW(call_loop_edge(vm, target));
    ENTER(target);
  }
  COME;
  DISPATCH;

poll:
  SYNC;
  {
    enum step step = look_around(vm, slice - budget);
    budget = slice = slice_of(vm);
    if (step == STEP_END) return vm->end;
    goto reload;
  }

finish:
  FINISH;
  count_steps(vm, slice - budget);
  return vm->end;

#ifdef WATCHING
watched:
  SYNC;
  if (beside_look(vm) == STEP_END) goto finish;
  goto *label[ins->op];
#endif

#ifdef TELLING
tell:
  SYNC;
  steps_tell(vm, ins, R);
  goto *label[ins->op];
#endif

  OPTIONAL(ADD, overflow && ins->flags & IR_NSW, add_overflows(a, b, W), cut(a + b, W))
  OPTIONAL(SUB, overflow && ins->flags & IR_NSW, sub_overflows(a, b, W), cut(a - b, W))
  OPTIONAL(MUL, overflow && ins->flags & IR_NSW, mul_overflows(a, b, W), cut(a * b, W))
  OPTIONAL(SHL, shifts, b >= W, shift_left(a, b, W))
  OPTIONAL(LSHR, shifts, b >= W, shift_right(a, b, W))
  OPTIONAL(ASHR, shifts, b >= W, shift_signed(a, b, W))
  CHECKED(UDIV, b == 0, a / b)
  CHECKED(UREM, b == 0, a % b)
  CHECKED(SDIV, b == 0 || smallest_by_minus_one(a, b, W), cut((uint64_t)(signed_of(a, W) / signed_of(b, W)), W))
  CHECKED(SREM, b == 0 || smallest_by_minus_one(a, b, W), cut((uint64_t)(signed_of(a, W) % signed_of(b, W)), W))
  BINARY(AND, a & b)
  BINARY(OR, a | b)
  BINARY(XOR, a ^ b)
  BINARY(UMULH, mul_high(a, b, W))
  UNARY(CTPOP, (uint64_t)__builtin_popcountll(a))
  UNARY(CTLZ, leading_zeros(a, W))
  UNARY(CTTZ, trailing_zeros(a, W))
  UNARY(BSWAP, __builtin_bswap64(a) >> (64 - W))
  UNARY(BITREV, reverse_bits(a, W))
  BINARY(EQ, a == b)
  BINARY(NE, a != b)
  BINARY(ULT, a < b)
  BINARY(ULE, a <= b)
  BINARY(SLT, signed_of(a, W) < signed_of(b, W))
  BINARY(SLE, signed_of(a, W) <= signed_of(b, W))
  BINARY(SADDO, add_overflows(a, b, W))
  BINARY(SSUBO, sub_overflows(a, b, W))
  BINARY(SMULO, mul_overflows(a, b, W))
  BINARY(UADDO, cut(a + b, W) < a)
  BINARY(USUBO, a < b)
  BINARY(UMULO, mul_high(a, b, W) != 0)
  UNARY(ZEXT, a)
  UNARY(SEXT, cut((uint64_t)signed_of(a, W), (unsigned)ins->c))
  UNARY(TRUNC, cut(a, W))
  BINARY(LEA, cut(a + b * (uint64_t)(int64_t)ins->c, vm->program->pointer_bits))
  FLOAT(FADD)
  FLOAT(FSUB)
  FLOAT(FMUL)
  FLOAT(FDIV)
  FLOAT(FREM)
  FLOAT(FNEG)
  FLOAT(FCMP)
  FLOAT(FPTOSI)
  FLOAT(FPTOUI)
  FLOAT(SITOFP)
  FLOAT(UITOFP)
  FLOAT(FPEXT)
  FLOAT(FPTRUNC)
  FLOAT(FMATH)
  FLOAT(FMATH2)
  FLOAT(FMA)

L_FSHL: {
  const struct cell *pa = A, *pb = B, *pc_ = C;
  if (pa->expr | pb->expr | pc_->expr) SLOW(alu_symbolic(vm, ins, R));
  PUT(funnel_left(pa->value, pb->value, pc_->value, W));
  NEXT;
}
L_FSHR: {
  const struct cell *pa = A, *pb = B, *pc_ = C;
  if (pa->expr | pb->expr | pc_->expr) SLOW(alu_symbolic(vm, ins, R));
  PUT(funnel_right(pa->value, pb->value, pc_->value, W));
  NEXT;
}
L_MOV: {
  const struct cell *from = A;
  struct cell *to = R + ins->dst;
  cell_put_raw(vm, to, from->value, from->expr);
  NEXT;
}
L_SELECT: {
  const struct cell *pa = A;
  if (pa->expr) SLOW(alu_symbolic(vm, ins, R));
  const struct cell *from = pa->value ? B : C;
  cell_put_raw(vm, R + ins->dst, from->value, from->expr);
  NEXT;
}
L_UNDEF:
  cell_put_raw(vm, R + ins->dst, user && ins->flags & IR_COUNTED ? scope_count_value(thread) : 0, CELL_UNDEF);
  NEXT;

L_LOAD: {
  const struct cell *pa = A;
  uint64_t value;
  if (!pa->expr && fast_load(vm, self, pa->value, W, &value)) {
    PUT(value);
    COUNT;
    NEXT;
  }
  SLOW_COUNTED(access_load(vm, ins, pa, R + ins->dst));
}
L_STORE: {
  const struct cell *pa = A, *pb = B;
  if (!(pa->expr | pb->expr) && fast_store(vm, self, pa->value, W, pb->value)) {
    COUNT;
    NEXT;
  }
  SLOW_COUNTED(access_store(vm, ins, pa, pb));
}
L_ALLOCA:
  SLOW(make_local(vm, ins, R, A));
L_STACKSAVE:
  PUT(thread->regs.locals);
  log_add(vm, LOG_VALUE, 0, thread->regs.locals, 0);
  NEXT;
L_STACKRESTORE:
  SLOW(restore_stack(vm, (uint32_t)A->value));
L_LIVE:
  SLOW(scope_begin(vm, A));
L_DEAD:
  SLOW(scope_end(vm, A));
L_MEMCPY:
L_MEMMOVE:
L_MEMSET:
  SLOW_COUNTED(access_block(vm, ins, A, B, C));
L_TLSADDR:
  PUT(memory_tls(vm, (uint32_t)ins->a)->base);
  log_add(vm, LOG_VALUE, 0, R[ins->dst].value, 0);
  NEXT;
L_VASTART:
  SLOW(call_vastart(vm, ins, A));
L_RMW:
  SLOW_COUNTED(access_rmw(vm, ins, R, A, B, A));
L_CMPXCHG:
  SLOW_COUNTED(access_rmw(vm, ins, R, A, B, C));
L_FENCE:
  threads_fence(vm, ins);
  NEXT;

L_BR:
  if (bounded) SLOW(call_loop_edge(vm, (uint32_t)ins->a));
  ENTER(ins->a);
L_CBR: {
  const struct cell *pa = A;
  if (pa->expr) goto symbolic_branch;
  int32_t target = pa->value ? ins->b : ins->c;
  if (__builtin_expect(vm->dead_end[target], 0))
    target = irrelevant_detour(vm, (uint32_t)(ins - code), target, pa->value ? ins->c : ins->b);
  LOG_GOES((uint32_t)target);
  if (!in_library) path = path_enter(path, (uint32_t)target);
  if (bounded) SLOW(call_loop_edge(vm, (uint32_t)target));
  ENTER(target);
}
symbolic_branch: {
  SYNC;
  vm->log_from = vm->log.count;
  sym_id condition = decide_expr(vm, A, 1);
  if (!A->expr) goto L_CBR;
  if (decide_branch(vm, condition, (uint32_t)ins->b, (uint32_t)ins->c) == STEP_END) goto finish;
  goto reload;
}
L_SWITCH: {
  const struct cell *pa = A;
  if (pa->expr) SLOW(decide_switch(vm, ins, pa));
  uint32_t target = concrete_switch(vm, ins, pa->value);
  LOG_GOES(target);
  if (!in_library) path = path_enter(path, target);
  if (bounded) SLOW(call_loop_edge(vm, target));
  ENTER(target);
}
L_RET:
  SLOW(call_return(vm, ins));
L_UNREACHABLE:
  SLOW(decide_fail(vm, FAILURE_UNREACHABLE, "code that was promised to be unreachable is executed", NULL));
L_CALL:
  if (vm->hook_function[ins->a]) SLOW_COUNTED(call_function(vm, ins, (uint32_t)ins->a));
  SLOW(call_function(vm, ins, (uint32_t)ins->a));
L_ICALL:
  SLOW(indirect_call(vm, ins, A));
L_TRAP:
  SLOW(decide_fail(vm, FAILURE_ABORT, "a trap is executed", NULL));
L_UNSUPPORTED:
  SYNC;
  decide_cut(vm, "%s is not supported", ir_text(vm->program, (uint32_t)ins->a));
  LEAVE;
  goto finish;
}
