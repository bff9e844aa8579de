/* long double of x86: 80 bits in two registers, the 64 bits of the mantissa and the 16 of sign and exponent. What is
   computed with them is a call of the interpreter's __heddle_long, which uses the host's own. */
#include "front/lower.h"

bool long_is(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind; }

static uint32_t function_of(struct lower *l) {
  static const char name[] = "__heddle_long";
  LLVMValueRef function = LLVMGetNamedFunction(l->module, name);
  if (function == NULL) {
    LLVMTypeRef word = LLVMInt64TypeInContext(l->context), half = LLVMInt16TypeInContext(l->context);
    LLVMTypeRef results[2] = {word, half}, parameters[5] = {word, word, half, word, half};
    LLVMTypeRef pair = LLVMStructTypeInContext(l->context, results, 2, false);
    function = LLVMAddFunction(l->module, name, LLVMFunctionType(pair, parameters, 5, false));
  }
  return lower_function_index(l, function);
}

/* The result is two registers; of what gives one number it is the first. */
static void call(struct lower *l, enum ir_long what, const ir_value a[2], const ir_value b[2], ir_value out[2]) {
  ir_value zero[2] = {const_int(l, 64, 0), const_int(l, 16, 0)};
  if (b == NULL) b = zero;
  const ir_value arguments[5] = {const_int(l, 64, what), a[0], a[1], b[0], b[1]};
  uint32_t dst = emit_reg(l, 64), start = emit_extra(l, arguments, 5);
  uint32_t top = emit_reg(l, 16);
  emit(l, IR_CALL, 2, dst, (int32_t)function_of(l), (int32_t)start, 5);
  out[0] = (ir_value)dst;
  out[1] = (ir_value)top;
}

void long_binary(struct lower *l, LLVMOpcode op, const ir_value *a, const ir_value *b, ir_value *out) {
  enum ir_long what = op == LLVMFAdd   ? IR_LONG_ADD
                      : op == LLVMFSub ? IR_LONG_SUB
                      : op == LLVMFMul ? IR_LONG_MUL
                      : op == LLVMFDiv ? IR_LONG_DIV
                                       : IR_LONG_REM;
  call(l, what, a, b, out);
}

void long_negate(struct lower *l, const ir_value *a, ir_value *out) {
  out[0] = a[0];
  out[1] = emit_binary(l, IR_XOR, 16, a[1], const_int(l, 16, 0x8000));
}

/* The outcome is one of the bits of LLVM's predicates. */
ir_value long_compare(struct lower *l, LLVMRealPredicate predicate, const ir_value *a, const ir_value *b) {
  ir_value outcome[2];
  call(l, IR_LONG_COMPARE, a, b, outcome);
  ir_value meant = emit_binary(l, IR_AND, 64, outcome[0], const_int(l, 64, predicate));
  return emit_test(l, IR_NE, 64, meant, const_int(l, 64, 0));
}

static bool is_float_type(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMFloatTypeKind || LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

static void to_long(struct lower *l, LLVMOpcode op, ir_value v, uint32_t bits, ir_value *out) {
  bool is_signed = op == LLVMSIToFP;
  enum ir_long what = op == LLVMFPExt ? (bits == 32 ? IR_LONG_OF_FLOAT : IR_LONG_OF_DOUBLE)
                      : is_signed     ? IR_LONG_OF_SIGNED
                                      : IR_LONG_OF_UNSIGNED;
  ir_value a[2] = {bits == 64  ? v
                   : is_signed ? emit_sext(l, v, bits, 64)
                               : emit_zext(l, v, bits, 64),
                   const_int(l, 16, 0)};
  call(l, what, a, NULL, out);
}

static ir_value from_long(struct lower *l, LLVMOpcode op, const ir_value *a, uint32_t bits) {
  enum ir_long what = op == LLVMFPTrunc  ? (bits == 32 ? IR_LONG_TO_FLOAT : IR_LONG_TO_DOUBLE)
                      : op == LLVMFPToSI ? IR_LONG_TO_SIGNED
                                         : IR_LONG_TO_UNSIGNED;
  ir_value out[2];
  call(l, what, a, NULL, out);
  return bits == 64 ? out[0] : emit_trunc(l, out[0], 64, bits);
}

ir_value *long_cast(struct lower *l, LLVMValueRef v, LLVMOpcode op) {
  LLVMValueRef operand = LLVMGetOperand(v, 0);
  LLVMTypeRef from = LLVMTypeOf(operand), to = LLVMTypeOf(v), other = long_is(to) ? from : to;
  const struct layout *layout = layout_of(l, other);
  ir_value *out = emit_list(l, 2);
  if (layout->n != 1 || (!is_float_type(other) && LLVMGetTypeKind(other) != LLVMIntegerTypeKind)) {
    emit_unsupported(l, "conversion of long double");
    return NULL;
  }
  if (long_is(to)) to_long(l, op, scalar_of(l, operand), layout->leaves[0].width, out);
  else out[0] = from_long(l, op, value_of(l, operand), layout->leaves[0].width);
  return out;
}
