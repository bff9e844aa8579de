/* Instructions: the dispatch, and arithmetic, comparisons and selections, lane by lane for vectors. */
#include "front/lower.h"

struct binary_row {
  LLVMOpcode llvm;
  enum ir_op op;
};

static const struct binary_row binaries[] = {
    {LLVMAdd, IR_ADD},   {LLVMSub, IR_SUB},   {LLVMMul, IR_MUL},   {LLVMUDiv, IR_UDIV}, {LLVMSDiv, IR_SDIV},
    {LLVMURem, IR_UREM}, {LLVMSRem, IR_SREM}, {LLVMAnd, IR_AND},   {LLVMOr, IR_OR},     {LLVMXor, IR_XOR},
    {LLVMShl, IR_SHL},   {LLVMLShr, IR_LSHR}, {LLVMAShr, IR_ASHR}, {LLVMFAdd, IR_FADD}, {LLVMFSub, IR_FSUB},
    {LLVMFMul, IR_FMUL}, {LLVMFDiv, IR_FDIV}, {LLVMFRem, IR_FREM},
};

static enum ir_op binary_op(LLVMOpcode op) {
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
    if (binaries[i].llvm == op) return binaries[i].op;
  return IR_OP_COUNT;
}

static uint8_t overflow_flags(LLVMValueRef v, LLVMOpcode op) {
  if (!LLVMIsAInstruction(v) || (op != LLVMAdd && op != LLVMSub && op != LLVMMul && op != LLVMShl)) return 0;
  return (uint8_t)((LLVMGetNSW(v) ? IR_NSW : 0) | (LLVMGetNUW(v) ? IR_NUW : 0));
}

static ir_value *lower_binary(struct lower *l, LLVMValueRef v, LLVMOpcode op) {
  const ir_value *a = value_of(l, LLVMGetOperand(v, 0)), *b = value_of(l, LLVMGetOperand(v, 1));
  LLVMTypeRef lane = type_lane(LLVMTypeOf(v));
  const struct layout *layout = layout_of(l, lane);
  uint32_t lanes = type_lanes(LLVMTypeOf(v)), n = layout->n;
  ir_value *out = emit_list(l, lanes * n);
  uint8_t flags = overflow_flags(v, op);
  for (uint32_t i = 0; i < lanes; i++) {
    if (long_is(lane)) {
      long_binary(l, op, a + 2 * i, b + 2 * i, out + 2 * i);
      continue;
    }
    if (n == 2) {
      wide_binary(l, op, LLVMGetIntTypeWidth(lane), a + 2 * i, b + 2 * i, out + 2 * i);
      continue;
    }
    out[i] = emit_binary(l, binary_op(op), layout->leaves[0].width, a[i], b[i]);
    vec_last(&l->ins).flags = flags;
  }
  return out;
}

static ir_value *lower_fneg(struct lower *l, LLVMValueRef v) {
  const ir_value *a = value_of(l, LLVMGetOperand(v, 0));
  const struct layout *layout = layout_of_value(l, v);
  ir_value *out = emit_list(l, layout->n);
  if (long_is(LLVMTypeOf(v))) {
    long_negate(l, a, out);
    return out;
  }
  for (uint32_t i = 0; i < layout->n; i++)
    out[i] = emit_value(l, IR_FNEG, layout->leaves[i].width, layout->leaves[i].width, a[i], 0, 0);
  return out;
}

/* "Greater" is "less" with the operands exchanged. */
static ir_value compare(struct lower *l, LLVMIntPredicate predicate, uint32_t width, ir_value a, ir_value b) {
  switch (predicate) {
  case LLVMIntEQ: return emit_test(l, IR_EQ, width, a, b);
  case LLVMIntNE: return emit_test(l, IR_NE, width, a, b);
  case LLVMIntUGT: return emit_test(l, IR_ULT, width, b, a);
  case LLVMIntUGE: return emit_test(l, IR_ULE, width, b, a);
  case LLVMIntULT: return emit_test(l, IR_ULT, width, a, b);
  case LLVMIntULE: return emit_test(l, IR_ULE, width, a, b);
  case LLVMIntSGT: return emit_test(l, IR_SLT, width, b, a);
  case LLVMIntSGE: return emit_test(l, IR_SLE, width, b, a);
  case LLVMIntSLT: return emit_test(l, IR_SLT, width, a, b);
  default: return emit_test(l, IR_SLE, width, a, b);
  }
}

static ir_value *lower_icmp(struct lower *l, LLVMValueRef v) {
  LLVMValueRef left = LLVMGetOperand(v, 0);
  const ir_value *a = value_of(l, left), *b = value_of(l, LLVMGetOperand(v, 1));
  LLVMTypeRef lane = type_lane(LLVMTypeOf(left));
  const struct layout *layout = layout_of(l, lane);
  uint32_t lanes = type_lanes(LLVMTypeOf(left));
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(v);
  ir_value *out = emit_list(l, lanes);
  for (uint32_t i = 0; i < lanes; i++)
    out[i] = layout->n == 2 ? wide_compare(l, predicate, LLVMGetIntTypeWidth(lane), a + 2 * i, b + 2 * i)
                            : compare(l, predicate, layout->leaves[0].width, a[i], b[i]);
  return out;
}

static ir_value *lower_fcmp(struct lower *l, LLVMValueRef v) {
  LLVMValueRef left = LLVMGetOperand(v, 0);
  const ir_value *a = value_of(l, left), *b = value_of(l, LLVMGetOperand(v, 1));
  const struct layout *layout = layout_of_value(l, left);
  ir_value *out = emit_list(l, layout->n);
  if (long_is(LLVMTypeOf(left))) {
    out[0] = long_compare(l, LLVMGetFCmpPredicate(v), a, b);
    return out;
  }
  for (uint32_t i = 0; i < layout->n; i++)
    out[i] = emit_value(l, IR_FCMP, layout->leaves[i].width, 1, a[i], b[i], (int32_t)LLVMGetFCmpPredicate(v));
  return out;
}

static ir_value *lower_select(struct lower *l, LLVMValueRef v) {
  LLVMValueRef condition = LLVMGetOperand(v, 0);
  const ir_value *c = value_of(l, condition), *yes = value_of(l, LLVMGetOperand(v, 1)),
                 *no = value_of(l, LLVMGetOperand(v, 2));
  const struct layout *layout = layout_of_value(l, v);
  uint32_t lanes = type_lanes(LLVMTypeOf(condition)), per_lane = lanes ? layout->n / lanes : layout->n;
  ir_value *out = emit_list(l, layout->n);
  for (uint32_t i = 0; i < layout->n; i++)
    out[i] = emit_select(l, layout->leaves[i].width, c[lanes == 1 ? 0 : i / per_lane], yes[i], no[i]);
  return out;
}

/* Of a value that is explicitly unknown: see prepare.c. */
static ir_value *lower_freeze(struct lower *l, LLVMValueRef v) {
  ir_value *values = (ir_value *)value_of(l, LLVMGetOperand(v, 0));
  bool one = const_is_undef(LLVMGetOperand(v, 0)) && layout_of_value(l, v)->n == 1;
  if (one && vec_last(&l->ins).op == IR_UNDEF) vec_last(&l->ins).flags = IR_COUNTED;
  return values;
}

static ir_value *unsupported_operation(struct lower *l, LLVMOpcode op) {
  if (op == LLVMVAArg) emit_unsupported(l, "va_arg instruction");
  else if (op == LLVMLandingPad || op == LLVMCatchPad || op == LLVMCleanupPad)
    emit_unsupported(l, "exception handling");
  else emit_unsupported(l, "LLVM operation number %d", (int)op);
  return NULL;
}

ir_value *lower_operation(struct lower *l, LLVMValueRef v, LLVMOpcode op) {
  if (binary_op(op) != IR_OP_COUNT) return lower_binary(l, v, op);
  switch (op) {
  case LLVMFNeg: return lower_fneg(l, v);
  case LLVMICmp: return lower_icmp(l, v);
  case LLVMFCmp: return lower_fcmp(l, v);
  case LLVMSelect: return lower_select(l, v);
  case LLVMFreeze: return lower_freeze(l, v);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast: return lower_cast(l, v, op);
  case LLVMLoad: return lower_load(l, v);
  case LLVMStore: lower_store(l, v); return NULL;
  case LLVMAlloca: return lower_alloca(l, v);
  case LLVMGetElementPtr: return lower_gep(l, v);
  case LLVMAtomicRMW: return lower_atomic_rmw(l, v);
  case LLVMAtomicCmpXchg: return lower_cmpxchg(l, v);
  case LLVMFence: lower_fence(l, v); return NULL;
  case LLVMExtractValue: return lower_extract_value(l, v);
  case LLVMInsertValue: return lower_insert_value(l, v);
  case LLVMExtractElement: return lower_extract_element(l, v);
  case LLVMInsertElement: return lower_insert_element(l, v);
  case LLVMShuffleVector: return lower_shuffle(l, v);
  case LLVMCall: return lower_call(l, v);
  default: return unsupported_operation(l, op);
  }
}
