/* Constants: the pool, folding of constant expressions to "integer" or "symbol + offset", and the scalars of any
   operand. */
#include <ctype.h>
#include <string.h>

#include "front/lower.h"

static uint64_t mask(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

static ir_value pool(struct lower *l, struct ir_const c) {
  uint64_t key = hash_join(hash_join(c.value, c.symbol), (uint64_t)c.kind << 32 | c.width);
  uint32_t index;
  for (; map_get(&l->const_index, key, &index); key = hash_mix(key + 1)) {
    const struct ir_const *seen = &l->consts.data[index];
    if (seen->value == c.value && seen->symbol == c.symbol && seen->kind == c.kind && seen->width == c.width)
      return ir_const_value(index);
  }
  map_put(&l->const_index, key, l->consts.count);
  vec_push(&l->consts, c);
  return ir_const_value(l->consts.count - 1);
}

ir_value const_int(struct lower *l, uint32_t width, uint64_t value) {
  return pool(l, (struct ir_const){.value = value & mask(width), .kind = IR_CONST_INT, .width = (uint16_t)width});
}

/* The constant n bytes further, for an integer or the address of a global; false if v is something else. */
bool const_offset(struct lower *l, ir_value v, int64_t n, ir_value *out) {
  if (!ir_is_const(v) || l->consts.data[ir_const_index(v)].kind == IR_CONST_FUNC) return false;
  struct ir_const c = l->consts.data[ir_const_index(v)];
  c.value += (uint64_t)n;
  if (c.kind == IR_CONST_INT) c.value &= mask(c.width);
  *out = pool(l, c);
  return true;
}

bool value_is_int(struct lower *l, ir_value v, uint64_t *value) {
  if (!ir_is_const(v) || l->consts.data[ir_const_index(v)].kind != IR_CONST_INT) return false;
  *value = l->consts.data[ir_const_index(v)].value;
  return true;
}

bool const_is_undef(LLVMValueRef v) {
  LLVMValueKind kind = LLVMGetValueKind(v);
  return kind == LLVMUndefValueValueKind || kind == LLVMPoisonValueValueKind;
}

/* The C interface gives no words above the first, so wider integers are read from their decimal text. */
void const_bits(LLVMValueRef v, uint64_t words[2]) {
  words[0] = LLVMConstIntGetZExtValue(v);
  words[1] = 0;
  if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) return;
  char *text = LLVMPrintValueToString(v);
  const char *digit = strchr(text, ' ');
  unsigned __int128 sum = 0;
  bool negative = digit != NULL && digit[1] == '-';
  for (; digit != NULL && *digit != '\0'; digit++)
    if (isdigit((unsigned char)*digit)) sum = sum * 10 + (unsigned)(*digit - '0');
  if (negative) sum = -sum;
  words[0] = (uint64_t)sum;
  words[1] = (uint64_t)(sum >> 64) & mask(LLVMGetIntTypeWidth(LLVMTypeOf(v)) - 64);
  LLVMDisposeMessage(text);
}

static struct ir_const integer(uint32_t width, uint64_t value) {
  return (struct ir_const){.value = value & mask(width), .kind = IR_CONST_INT, .width = (uint16_t)width};
}

/* Adds n to an integer or to an address; the address of a function has no offset. */
static bool add_offset(struct ir_const *c, int64_t n) {
  if (c->kind == IR_CONST_FUNC) return n == 0;
  c->value = c->kind == IR_CONST_INT ? (c->value + (uint64_t)n) & mask(c->width) : c->value + (uint64_t)n;
  return true;
}

static int64_t sign_extended(const struct ir_const *c) {
  uint64_t sign = (uint64_t)1 << (c->width - 1);
  return (int64_t)((c->value ^ sign) - sign);
}

static bool fold_gep(struct lower *l, LLVMValueRef v, struct ir_const *out) {
  if (!const_fold(l, LLVMGetOperand(v, 0), out)) return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  int64_t offset = 0;
  for (int i = 1; i < LLVMGetNumOperands(v); i++) {
    struct ir_const index;
    if (!const_fold(l, LLVMGetOperand(v, (unsigned)i), &index) || index.kind != IR_CONST_INT) return false;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      offset += (int64_t)LLVMOffsetOfElement(l->target, type, (unsigned)index.value);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)index.value);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    offset += sign_extended(&index) * (int64_t)LLVMABISizeOfType(l->target, type);
  }
  return add_offset(out, offset);
}

static bool fold_difference(const struct ir_const *b, struct ir_const *out) {
  if (b->kind == IR_CONST_INT) return add_offset(out, -sign_extended(b));
  if (b->kind != out->kind || b->symbol != out->symbol) return false;
  *out = integer(out->width, out->value - b->value);
  return true;
}

static bool fold_binary(struct lower *l, LLVMValueRef v, LLVMOpcode op, struct ir_const *out) {
  struct ir_const b;
  if (!const_fold(l, LLVMGetOperand(v, 0), out) || !const_fold(l, LLVMGetOperand(v, 1), &b)) return false;
  if (op == LLVMSub) return fold_difference(&b, out);
  if (op == LLVMAdd && b.kind == IR_CONST_INT) return add_offset(out, sign_extended(&b));
  if (op == LLVMAdd && out->kind == IR_CONST_INT) {
    int64_t n = sign_extended(out);
    *out = b;
    return add_offset(out, n);
  }
  if (out->kind != IR_CONST_INT || b.kind != IR_CONST_INT) return false;
  switch (op) {
  case LLVMMul: out->value = out->value * b.value & mask(out->width); return true;
  case LLVMXor: out->value ^= b.value; return true;
  default: return false;
  }
}

static bool fold_expression(struct lower *l, LLVMValueRef v, struct ir_const *out) {
  LLVMOpcode op = LLVMGetConstOpcode(v);
  uint32_t width = layout_of_value(l, v)->leaves[0].width;
  switch (op) {
  case LLVMGetElementPtr: return fold_gep(l, v, out);
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMTrunc:
    if (layout_of_value(l, LLVMGetOperand(v, 0))->n != 1 || !const_fold(l, LLVMGetOperand(v, 0), out)) return false;
    if (out->kind != IR_CONST_INT) return width == out->width;
    *out = integer(width, out->value);
    return true;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMXor: return fold_binary(l, v, op, out);
  default: return false;
  }
}

static bool fold_symbol(struct lower *l, LLVMValueRef v, struct ir_const *out) {
  *out = (struct ir_const){.width = (uint16_t)l->pointer_bits};
  if (LLVMGetLinkage(v) == LLVMExternalWeakLinkage) return true; /* defined nowhere: its address is null */
  if (LLVMGetValueKind(v) == LLVMFunctionValueKind) {
    out->kind = IR_CONST_FUNC;
    out->symbol = lower_function_index(l, v);
    return true;
  }
  if (LLVMIsThreadLocal(v)) return false;
  out->kind = IR_CONST_GLOBAL;
  out->symbol = lower_global_index(l, v);
  return true;
}

static bool fold_float(struct lower *l, LLVMValueRef v, struct ir_const *out) {
  const struct layout *layout = layout_of_value(l, v);
  if (layout->bad != NULL) return false;
  uint32_t width = layout->leaves[0].width;
  LLVMValueRef bits = LLVMConstBitCast(v, LLVMIntTypeInContext(l->context, width));
  *out = integer(width, LLVMConstIntGetZExtValue(bits));
  return true;
}

/* The address of a label is a number that only the indirect jumps of the same function understand: see lower_flow.c. */
static struct ir_const block_address(struct lower *l, LLVMValueRef v) {
  uint64_t number = 1;
  LLVMBasicBlockRef wanted = LLVMGetBlockAddressBasicBlock(v);
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(LLVMGetBlockAddressFunction(v));
  for (; block != NULL && block != wanted; block = LLVMGetNextBasicBlock(block)) number++;
  return integer(l->pointer_bits, number);
}

bool const_fold(struct lower *l, LLVMValueRef v, struct ir_const *out) {
  const struct layout *layout = layout_of_value(l, v);
  if (layout->n != 1 || layout->bad != NULL) return false;
  switch (LLVMGetValueKind(v)) {
  case LLVMConstantIntValueKind: *out = integer(layout->leaves[0].width, LLVMConstIntGetZExtValue(v)); return true;
  case LLVMConstantPointerNullValueKind:
  case LLVMConstantAggregateZeroValueKind: *out = integer(layout->leaves[0].width, 0); return true;
  case LLVMConstantFPValueKind: return fold_float(l, v, out);
  case LLVMFunctionValueKind:
  case LLVMGlobalVariableValueKind: return fold_symbol(l, v, out);
  case LLVMGlobalAliasValueKind: return const_fold(l, LLVMAliasGetAliasee(v), out);
  case LLVMConstantExprValueKind: return fold_expression(l, v, out);
  case LLVMBlockAddressValueKind: *out = block_address(l, v); return true;
  default: return false;
  }
}

static void zeros(struct lower *l, const struct layout *layout, ir_value *out) {
  for (uint32_t i = 0; i < layout->n; i++) out[i] = const_int(l, layout->leaves[i].width, 0);
}

static void undefs(struct lower *l, const struct layout *layout, ir_value *out) {
  for (uint32_t i = 0; i < layout->n; i++) out[i] = emit_undef(l, layout->leaves[i].width);
}

static void elements(struct lower *l, LLVMValueRef v, ir_value *out) {
  uint32_t count = type_elements(LLVMTypeOf(v));
  for (uint32_t i = 0; i < count; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(v, i);
    uint32_t n = layout_of_value(l, element)->n;
    memcpy(out, value_of(l, element), n * sizeof *out);
    out += n;
  }
}

/* What does not fold to one pool constant: composite values, wide integers, and expressions that need instructions. */
static void other_constant(struct lower *l, LLVMValueRef v, const struct layout *layout, ir_value *out) {
  uint64_t words[2];
  if (layout->bad != NULL || LLVMIsNull(v)) {
    zeros(l, layout, out);
    return;
  }
  switch (LLVMGetValueKind(v)) {
  case LLVMConstantFPValueKind: v = LLVMConstBitCast(v, LLVMIntTypeInContext(l->context, 80)); /* fall through */
  case LLVMConstantIntValueKind:
    const_bits(v, words);
    for (uint32_t i = 0; i < layout->n; i++) out[i] = const_int(l, layout->leaves[i].width, words[i]);
    break;
  case LLVMConstantStructValueKind:
  case LLVMConstantArrayValueKind:
  case LLVMConstantVectorValueKind:
  case LLVMConstantDataArrayValueKind:
  case LLVMConstantDataVectorValueKind: elements(l, v, out); break;
  case LLVMGlobalVariableValueKind: /* thread-local */
    out[0] = emit_value(l, IR_TLSADDR, 0, l->pointer_bits, (int32_t)lower_global_index(l, v), 0, 0);
    break;
  case LLVMConstantExprValueKind: {
    ir_value *list = lower_operation(l, v, LLVMGetConstOpcode(v));
    if (list != NULL) memcpy(out, list, layout->n * sizeof *out);
    else undefs(l, layout, out);
    break;
  }
  default: emit_unsupported(l, "constant of an unusual kind"); undefs(l, layout, out);
  }
}

const ir_value *value_of(struct lower *l, LLVMValueRef v) {
  uint32_t index;
  if (map_get(&l->fn.values, (uintptr_t)v, &index)) return l->fn.lists.data[index];
  const struct layout *layout = layout_of_value(l, v);
  ir_value *out = emit_list(l, layout->n);
  struct ir_const folded;
  if (layout->n == 0) return out;
  if (const_is_undef(v) || !LLVMIsConstant(v)) undefs(l, layout, out);
  else if (const_fold(l, v, &folded)) out[0] = pool(l, folded);
  else other_constant(l, v, layout, out);
  return out;
}
