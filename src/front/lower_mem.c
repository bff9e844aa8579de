/* Memory: loads and stores leaf by leaf, stack objects, address arithmetic, atomics.

   A scalar of 8, 16, 32 or 64 stored bits is one access; other sizes (bit-fields of 24 bits, ...) are accessed in
   pieces of such sizes, lowest first. */
#include <string.h>

#include "front/lower.h"

ir_value mem_offset(struct lower *l, ir_value address, int64_t offset) {
  ir_value folded;
  if (offset == 0) return address;
  if (const_offset(l, address, offset, &folded)) return folded;
  return emit_binary(l, IR_ADD, l->pointer_bits, address, const_int(l, l->pointer_bits, (uint64_t)offset));
}

static uint32_t piece_width(uint32_t left) { return left >= 64 ? 64 : left >= 32 ? 32 : left >= 16 ? 16 : 8; }

static ir_value load_piece(struct lower *l, ir_value address, uint32_t width, uint32_t flags) {
  ir_value v = emit_value(l, IR_LOAD, width, width, address, 0, 0);
  vec_last(&l->ins).flags = (uint8_t)flags;
  return v;
}

static ir_value load_leaf(struct lower *l, const struct leaf *leaf, ir_value address, uint32_t flags) {
  ir_value pieces[8], all;
  uint32_t widths[8], n = 0;
  for (uint32_t done = 0; done < leaf->stored; done += widths[n++]) {
    widths[n] = piece_width(leaf->stored - done);
    pieces[n] = load_piece(l, mem_offset(l, address, (int64_t)leaf->offset + done / 8), widths[n], flags);
  }
  if (n == 1) all = pieces[0];
  else emit_regroup(l, pieces, widths, n, &all, &leaf->stored, 1);
  return emit_trunc(l, all, leaf->stored, leaf->width);
}

static void store_leaf(struct lower *l, const struct leaf *leaf, ir_value address, uint32_t flags, ir_value v) {
  ir_value pieces[8], all = emit_zext(l, v, leaf->width, leaf->stored);
  uint32_t widths[8], n = 0;
  for (uint32_t done = 0; done < leaf->stored; done += widths[n++]) widths[n] = piece_width(leaf->stored - done);
  if (n == 1) pieces[0] = all;
  else emit_regroup(l, &all, &leaf->stored, 1, pieces, widths, n);
  for (uint32_t i = 0, done = 0; i < n; done += widths[i++]) {
    ir_value at = mem_offset(l, address, (int64_t)leaf->offset + done / 8);
    emit(l, IR_STORE, widths[i], IR_NONE, at, pieces[i], 0)->flags = (uint8_t)flags;
  }
}

/* A vector whose elements share bytes is accessed as the integer of all its bits. */
static bool packed_leaf(struct lower *l, const struct layout *layout, struct leaf *leaf, uint32_t **widths) {
  uint32_t bits = 0;
  *widths = arena_alloc(&l->fn.arena, layout->n * sizeof **widths);
  for (uint32_t i = 0; i < layout->n; i++) bits += (*widths)[i] = layout->leaves[i].width;
  *leaf = (struct leaf){0, bits, (bits + 7) / 8 * 8};
  return bits <= 64;
}

void mem_load(struct lower *l, const struct layout *layout, ir_value address, uint32_t flags, ir_value *out) {
  struct leaf leaf;
  uint32_t *widths;
  if (!layout->packed) {
    for (uint32_t i = 0; i < layout->n; i++) out[i] = load_leaf(l, &layout->leaves[i], address, flags);
  } else if (packed_leaf(l, layout, &leaf, &widths)) {
    ir_value all = load_leaf(l, &leaf, address, flags);
    emit_regroup(l, &all, &leaf.width, 1, out, widths, layout->n);
  } else {
    emit_unsupported(l, "load of a vector of single bits");
    for (uint32_t i = 0; i < layout->n; i++) out[i] = emit_undef(l, layout->leaves[i].width);
  }
}

void mem_store(struct lower *l, const struct layout *layout, ir_value address, uint32_t flags, const ir_value *values) {
  struct leaf leaf;
  uint32_t *widths;
  if (!layout->packed) {
    for (uint32_t i = 0; i < layout->n; i++) store_leaf(l, &layout->leaves[i], address, flags, values[i]);
  } else if (packed_leaf(l, layout, &leaf, &widths)) {
    ir_value all;
    emit_regroup(l, values, widths, layout->n, &all, &leaf.width, 1);
    store_leaf(l, &leaf, address, flags, all);
  } else {
    emit_unsupported(l, "store of a vector of single bits");
  }
}

static uint32_t order_flags(LLVMAtomicOrdering order) {
  switch (order) {
  case LLVMAtomicOrderingNotAtomic: return 0;
  case LLVMAtomicOrderingAcquire: return IR_ATOMIC | IR_ACQUIRE << 5;
  case LLVMAtomicOrderingRelease: return IR_ATOMIC | IR_RELEASE << 5;
  case LLVMAtomicOrderingAcquireRelease: return IR_ATOMIC | IR_ACQ_REL << 5;
  case LLVMAtomicOrderingSequentiallyConsistent: return IR_ATOMIC | IR_SEQ_CST << 5;
  default: return IR_ATOMIC | IR_RELAXED << 5;
  }
}

static uint32_t access_flags(LLVMValueRef v) {
  return order_flags(LLVMGetOrdering(v)) | (LLVMGetVolatile(v) ? IR_VOLATILE : 0);
}

/* Atomic means one access. */
static bool is_one_access(const struct layout *layout) {
  return layout->n == 1 && piece_width(layout->leaves[0].stored) == layout->leaves[0].stored;
}

static bool is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

/* Does clang read more here than the program does? Words of bit-fields, and structs taken apart for a call, by types
   that have no name in the program. */
static bool is_raw(LLVMValueRef load) {
  static const char field[] = "bf.load", dive[] = "coerce";
  LLVMValueRef from = LLVMGetOperand(load, 0);
  if (!strncmp(LLVMGetValueName(load), field, sizeof field - 1)) return true;
  if (!strncmp(LLVMGetValueName(from), dive, sizeof dive - 1)) return true;
  if (LLVMIsAAllocaInst(from)) return is_aggregate(LLVMGetAllocatedType(from)) && !is_aggregate(LLVMTypeOf(load));
  if (!LLVMIsAGetElementPtrInst(from)) return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(from);
  return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type) == NULL;
}

ir_value *lower_load(struct lower *l, LLVMValueRef v) {
  const struct layout *layout = layout_of_value(l, v);
  uint32_t flags = access_flags(v) | (is_raw(v) ? IR_RAW : 0);
  if ((flags & IR_ATOMIC) && !is_one_access(layout)) {
    emit_unsupported(l, "atomic access to more than 8 bytes");
    return NULL;
  }
  ir_value *out = emit_list(l, layout->n);
  mem_load(l, layout, scalar_of(l, LLVMGetOperand(v, 0)), flags, out);
  return out;
}

void lower_store(struct lower *l, LLVMValueRef v) {
  LLVMValueRef value = LLVMGetOperand(v, 0);
  const struct layout *layout = layout_of_value(l, value);
  uint32_t flags = access_flags(v);
  if ((flags & IR_ATOMIC) && !is_one_access(layout)) {
    emit_unsupported(l, "atomic access to more than 8 bytes");
    return;
  }
  if (const_is_undef(value) && flags == 0) return; /* what is there may stay */
  const ir_value *scalars = value_of(l, value);
  mem_store(l, layout, scalar_of(l, LLVMGetOperand(v, 1)), flags, scalars);
}

static ir_value to_pointer_width(struct lower *l, LLVMValueRef v, ir_value scalar, bool is_signed) {
  uint32_t width = layout_of(l, type_lane(LLVMTypeOf(v)))->leaves[0].width;
  if (width > l->pointer_bits) return emit_trunc(l, scalar, width, l->pointer_bits);
  return is_signed ? emit_sext(l, scalar, width, l->pointer_bits) : emit_zext(l, scalar, width, l->pointer_bits);
}

ir_value *lower_alloca(struct lower *l, LLVMValueRef v) {
  LLVMValueRef count = LLVMGetOperand(v, 0);
  uint64_t size = LLVMABISizeOfType(l->target, LLVMGetAllocatedType(v)), n;
  ir_value bytes = to_pointer_width(l, count, scalar_of(l, count), false);
  if (value_is_int(l, bytes, &n)) bytes = const_int(l, l->pointer_bits, n * size);
  else if (size != 1) bytes = emit_binary(l, IR_MUL, l->pointer_bits, bytes, const_int(l, l->pointer_bits, size));
  uint32_t align = LLVMGetAlignment(v);
  if (align == 0) align = 1;
  ir_value *out = emit_list(l, 1);
  out[0] = emit_value(l, IR_ALLOCA, 0, l->pointer_bits, bytes, (int32_t)align, (int32_t)loc_variable_name(l, v));
  vec_last(&l->ins).flags = IR_COUNTED;
  debug_name_local(l, v, out[0]);
  return out;
}

/* base + index * scale */
static ir_value scaled(struct lower *l, ir_value base, ir_value index, uint64_t scale) {
  if (scale == 0) return base;
  if (scale <= INT32_MAX) return emit_value(l, IR_LEA, 0, l->pointer_bits, base, index, (int32_t)scale);
  ir_value product = emit_binary(l, IR_MUL, l->pointer_bits, index, const_int(l, l->pointer_bits, scale));
  return emit_binary(l, IR_ADD, l->pointer_bits, base, product);
}

/* One lane of an address computation: constant parts are summed up and added first. */
static ir_value gep_lane(struct lower *l, LLVMValueRef v, uint32_t lane) {
  LLVMValueRef pointer = LLVMGetOperand(v, 0);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  ir_value base = value_of(l, pointer)[type_lanes(LLVMTypeOf(pointer)) > 1 ? lane : 0];
  VEC(ir_value) indices = {0};
  VEC(uint64_t) scales = {0};
  int64_t offset = 0;
  for (int i = 1; i < LLVMGetNumOperands(v); i++) {
    LLVMValueRef operand = LLVMGetOperand(v, (unsigned)i);
    ir_value index = value_of(l, operand)[type_lanes(LLVMTypeOf(operand)) > 1 ? lane : 0];
    uint64_t k;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      value_is_int(l, index, &k);
      offset += (int64_t)LLVMOffsetOfElement(l->target, type, (unsigned)k);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(l->target, type);
    index = to_pointer_width(l, operand, index, true);
    if (value_is_int(l, index, &k)) {
      offset += (int64_t)((l->pointer_bits == 32 ? (uint64_t)(int64_t)(int32_t)k : k) * size);
      continue;
    }
    vec_push(&indices, index);
    vec_push(&scales, size);
  }
  base = mem_offset(l, base, offset);
  for (uint32_t i = 0; i < indices.count; i++) base = scaled(l, base, indices.data[i], scales.data[i]);
  vec_free(&indices);
  vec_free(&scales);
  return base;
}

ir_value *lower_gep(struct lower *l, LLVMValueRef v) {
  uint32_t lanes = type_lanes(LLVMTypeOf(v));
  ir_value *out = emit_list(l, lanes);
  for (uint32_t i = 0; i < lanes; i++) out[i] = gep_lane(l, v, i);
  if (lanes == 1) debug_name_address(l, v, scalar_of(l, LLVMGetOperand(v, 0)), out[0]);
  return out;
}

static int rmw_number(LLVMAtomicRMWBinOp op) {
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: return IR_RMW_XCHG;
  case LLVMAtomicRMWBinOpAdd: return IR_RMW_ADD;
  case LLVMAtomicRMWBinOpSub: return IR_RMW_SUB;
  case LLVMAtomicRMWBinOpAnd: return IR_RMW_AND;
  case LLVMAtomicRMWBinOpNand: return IR_RMW_NAND;
  case LLVMAtomicRMWBinOpOr: return IR_RMW_OR;
  case LLVMAtomicRMWBinOpXor: return IR_RMW_XOR;
  case LLVMAtomicRMWBinOpMax: return IR_RMW_MAX;
  case LLVMAtomicRMWBinOpMin: return IR_RMW_MIN;
  case LLVMAtomicRMWBinOpUMax: return IR_RMW_UMAX;
  case LLVMAtomicRMWBinOpUMin: return IR_RMW_UMIN;
  default: return -1;
  }
}

ir_value *lower_atomic_rmw(struct lower *l, LLVMValueRef v) {
  LLVMValueRef value = LLVMGetOperand(v, 1);
  const struct layout *layout = layout_of_value(l, value);
  int number = rmw_number(LLVMGetAtomicRMWBinOp(v));
  if (number < 0 || !is_one_access(layout)) {
    emit_unsupported(l, number < 0 ? "atomic floating-point operation" : "atomic access to more than 8 bytes");
    return NULL;
  }
  ir_value address = scalar_of(l, LLVMGetOperand(v, 0)), *out = emit_list(l, 1);
  const struct leaf *leaf = &layout->leaves[0];
  ir_value operand = emit_zext(l, scalar_of(l, value), leaf->width, leaf->stored);
  out[0] = emit_value(l, IR_RMW, leaf->stored, leaf->stored, address, operand, number);
  vec_last(&l->ins).flags = (uint8_t)access_flags(v);
  out[0] = emit_trunc(l, out[0], leaf->stored, leaf->width);
  return out;
}

ir_value *lower_cmpxchg(struct lower *l, LLVMValueRef v) {
  LLVMValueRef expected = LLVMGetOperand(v, 1);
  const struct layout *layout = layout_of_value(l, expected);
  if (!is_one_access(layout) || layout->leaves[0].width != layout->leaves[0].stored) {
    emit_unsupported(l, "atomic access to more than 8 bytes");
    return NULL;
  }
  uint32_t width = layout->leaves[0].width;
  ir_value address = scalar_of(l, LLVMGetOperand(v, 0)), old = scalar_of(l, expected),
           new = scalar_of(l, LLVMGetOperand(v, 2));
  uint32_t dst = emit_reg(l, width), equal = emit_reg(l, 1);
  uint32_t flags = order_flags(LLVMGetCmpXchgSuccessOrdering(v)) | (LLVMGetVolatile(v) ? IR_VOLATILE : 0);
  LLVMAtomicOrdering failure = LLVMGetCmpXchgFailureOrdering(v);
  if (failure == LLVMAtomicOrderingAcquire || failure == LLVMAtomicOrderingSequentiallyConsistent)
    flags |= IR_FAIL_ACQUIRES;
  emit(l, IR_CMPXCHG, width, dst, address, old, new)->flags = (uint8_t)(flags | (LLVMGetWeak(v) ? IR_WEAK : 0));
  ir_value *out = emit_list(l, 2);
  out[0] = (ir_value)dst;
  out[1] = (ir_value)equal;
  return out;
}

void lower_fence(struct lower *l, LLVMValueRef v) {
  if (LLVMIsAtomicSingleThread(v)) return; /* for signal handlers of the same thread only */
  emit(l, IR_FENCE, 0, IR_NONE, 0, 0, 0)->flags = (uint8_t)(order_flags(LLVMGetOrdering(v)) & IR_ORDER);
}
