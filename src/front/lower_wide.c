/* Integers of 65 to 128 bits: two registers, the low 64 bits and the rest (the high word, `bits - 64` wide).

   Arithmetic is written out on words; division is a call of the library function that a C compiler would call. */
#include <string.h>

#include "front/lower.h"

static ir_value word(struct lower *l, uint64_t value) { return const_int(l, 64, value); }

static void add(struct lower *l, uint32_t high, const ir_value *a, const ir_value *b, ir_value *out) {
  out[0] = emit_binary(l, IR_ADD, 64, a[0], b[0]);
  ir_value carry = emit_zext(l, emit_test(l, IR_ULT, 64, out[0], a[0]), 1, high);
  out[1] = emit_binary(l, IR_ADD, high, emit_binary(l, IR_ADD, high, a[1], b[1]), carry);
}

static void subtract(struct lower *l, uint32_t high, const ir_value *a, const ir_value *b, ir_value *out) {
  ir_value borrow = emit_zext(l, emit_test(l, IR_ULT, 64, a[0], b[0]), 1, high);
  out[0] = emit_binary(l, IR_SUB, 64, a[0], b[0]);
  out[1] = emit_binary(l, IR_SUB, high, emit_binary(l, IR_SUB, high, a[1], b[1]), borrow);
}

/* low * low in full, and the two mixed products in the high word only */
static void multiply(struct lower *l, uint32_t high, const ir_value *a, const ir_value *b, ir_value *out) {
  out[0] = emit_binary(l, IR_MUL, 64, a[0], b[0]);
  ir_value top = emit_trunc(l, emit_binary(l, IR_UMULH, 64, a[0], b[0]), 64, high);
  ir_value left = emit_binary(l, IR_MUL, high, a[1], emit_trunc(l, b[0], 64, high));
  ir_value right = emit_binary(l, IR_MUL, high, b[1], emit_trunc(l, a[0], 64, high));
  out[1] = emit_binary(l, IR_ADD, high, emit_binary(l, IR_ADD, high, top, left), right);
}

static void bitwise(struct lower *l, enum ir_op op, uint32_t high, const ir_value *a, const ir_value *b,
                    ir_value *out) {
  out[0] = emit_binary(l, op, 64, a[0], b[0]);
  out[1] = emit_binary(l, op, high, a[1], b[1]);
}

/* Two full words: shifts work on 128 bits, the high word is extended before and cut after. */
static void shift_left(struct lower *l, const ir_value *a, ir_value n, ir_value *out) {
  ir_value big = emit_test(l, IR_ULE, 64, word(l, 64), n);
  ir_value joined = emit_value(l, IR_FSHL, 64, 64, a[1], a[0], n); /* takes n mod 64 */
  ir_value low = emit_binary(l, IR_SHL, 64, a[0], n);              /* so does this */
  out[0] = emit_select(l, 64, big, word(l, 0), low);
  out[1] = emit_select(l, 64, big, low, joined);
}

static void shift_right(struct lower *l, enum ir_op op, const ir_value *a, ir_value n, ir_value *out) {
  ir_value big = emit_test(l, IR_ULE, 64, word(l, 64), n);
  ir_value joined = emit_value(l, IR_FSHR, 64, 64, a[1], a[0], n);
  ir_value high = emit_binary(l, op, 64, a[1], n);
  ir_value fill = op == IR_LSHR ? word(l, 0) : emit_binary(l, IR_ASHR, 64, a[1], word(l, 63));
  out[0] = emit_select(l, 64, big, high, joined);
  out[1] = emit_select(l, 64, big, fill, high);
}

static void shift(struct lower *l, LLVMOpcode op, uint32_t high, const ir_value *a, const ir_value *b, ir_value *out) {
  ir_value wide[2] = {a[0], op == LLVMAShr ? emit_sext(l, a[1], high, 64) : emit_zext(l, a[1], high, 64)}, result[2];
  if (op == LLVMShl) shift_left(l, wide, b[0], result);
  else shift_right(l, op == LLVMLShr ? IR_LSHR : IR_ASHR, wide, b[0], result);
  out[0] = result[0];
  out[1] = emit_trunc(l, result[1], 64, high);
}

static uint32_t library_function(struct lower *l, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(l->module, name);
  if (function == NULL) {
    LLVMTypeRef wide = LLVMIntTypeInContext(l->context, 128), parameters[2] = {wide, wide};
    function = LLVMAddFunction(l->module, name, LLVMFunctionType(wide, parameters, 2, 0));
  }
  return lower_function_index(l, function);
}

static void divide(struct lower *l, LLVMOpcode op, uint32_t high, const ir_value *a, const ir_value *b, ir_value *out) {
  const char *name = op == LLVMUDiv   ? "__udivti3"
                     : op == LLVMSDiv ? "__divti3"
                     : op == LLVMURem ? "__umodti3"
                                      : "__modti3";
  bool is_signed = op == LLVMSDiv || op == LLVMSRem;
  ir_value arguments[4] = {a[0], is_signed ? emit_sext(l, a[1], high, 64) : emit_zext(l, a[1], high, 64), b[0],
                           is_signed ? emit_sext(l, b[1], high, 64) : emit_zext(l, b[1], high, 64)};
  uint32_t dst = emit_reg(l, 64), start = emit_extra(l, arguments, 4);
  uint32_t top = emit_reg(l, 64);
  emit(l, IR_CALL, 2, dst, (int32_t)library_function(l, name), (int32_t)start, 4);
  out[0] = (ir_value)dst;
  out[1] = emit_trunc(l, (ir_value)top, 64, high);
}

void wide_binary(struct lower *l, LLVMOpcode op, uint32_t bits, const ir_value *a, const ir_value *b, ir_value *out) {
  uint32_t high = bits - 64;
  switch (op) {
  case LLVMAdd: add(l, high, a, b, out); break;
  case LLVMSub: subtract(l, high, a, b, out); break;
  case LLVMMul: multiply(l, high, a, b, out); break;
  case LLVMAnd: bitwise(l, IR_AND, high, a, b, out); break;
  case LLVMOr: bitwise(l, IR_OR, high, a, b, out); break;
  case LLVMXor: bitwise(l, IR_XOR, high, a, b, out); break;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: shift(l, op, high, a, b, out); break;
  default: divide(l, op, high, a, b, out);
  }
}

static ir_value equal(struct lower *l, uint32_t high, const ir_value *a, const ir_value *b) {
  return emit_binary(l, IR_AND, 1, emit_test(l, IR_EQ, 64, a[0], b[0]), emit_test(l, IR_EQ, high, a[1], b[1]));
}

/* The high words decide unless they are equal. */
static ir_value less(struct lower *l, bool is_signed, bool or_equal, uint32_t high, const ir_value *a,
                     const ir_value *b) {
  ir_value low = emit_test(l, or_equal ? IR_ULE : IR_ULT, 64, a[0], b[0]);
  ir_value top = emit_test(l, is_signed ? IR_SLT : IR_ULT, high, a[1], b[1]);
  return emit_select(l, 1, emit_test(l, IR_EQ, high, a[1], b[1]), low, top);
}

ir_value wide_compare(struct lower *l, LLVMIntPredicate predicate, uint32_t bits, const ir_value *a,
                      const ir_value *b) {
  uint32_t high = bits - 64;
  switch (predicate) {
  case LLVMIntEQ: return equal(l, high, a, b);
  case LLVMIntNE: return emit_binary(l, IR_XOR, 1, equal(l, high, a, b), const_int(l, 1, 1));
  case LLVMIntUGT: return less(l, false, false, high, b, a);
  case LLVMIntUGE: return less(l, false, true, high, b, a);
  case LLVMIntULT: return less(l, false, false, high, a, b);
  case LLVMIntULE: return less(l, false, true, high, a, b);
  case LLVMIntSGT: return less(l, true, false, high, b, a);
  case LLVMIntSGE: return less(l, true, true, high, b, a);
  case LLVMIntSLT: return less(l, true, false, high, a, b);
  default: return less(l, true, true, high, a, b);
  }
}
