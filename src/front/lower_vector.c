/* Parts of composite values. With a known index these are only other lists of the same scalars. */
#include <string.h>

#include "front/lower.h"

/* First leaf of the part that the indices of an extractvalue or insertvalue name. */
static uint32_t part_start(struct lower *l, LLVMValueRef v, LLVMTypeRef type) {
  const unsigned *indices = LLVMGetIndices(v);
  uint32_t start = 0;
  for (unsigned i = 0; i < LLVMGetNumIndices(v); i++) {
    start += type_element_start(l, type, indices[i]);
    type = type_element(type, indices[i]);
  }
  return start;
}

ir_value *lower_extract_value(struct lower *l, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand(v, 0);
  return (ir_value *)value_of(l, whole) + part_start(l, v, LLVMTypeOf(whole));
}

/* The scalars of a value about to be changed in part. Undefined ones are replaced by zero only where they are
   overwritten. */
static ir_value *copy_of(struct lower *l, LLVMValueRef whole, uint32_t from, uint32_t count) {
  const struct layout *layout = layout_of_value(l, whole);
  ir_value *out = emit_list(l, layout->n);
  if (!const_is_undef(whole)) {
    memcpy(out, value_of(l, whole), layout->n * sizeof *out);
    return out;
  }
  for (uint32_t i = 0; i < layout->n; i++)
    out[i] = i - from < count ? const_int(l, layout->leaves[i].width, 0) : emit_undef(l, layout->leaves[i].width);
  return out;
}

ir_value *lower_insert_value(struct lower *l, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand(v, 0), part = LLVMGetOperand(v, 1);
  uint32_t start = part_start(l, v, LLVMTypeOf(whole)), n = layout_of_value(l, part)->n;
  ir_value *out = copy_of(l, whole, start, n);
  memcpy(out + start, value_of(l, part), n * sizeof *out);
  return out;
}

static bool known_index(struct lower *l, LLVMValueRef index, uint32_t lanes, uint32_t *k) {
  uint64_t value;
  if (const_is_undef(index) || !value_is_int(l, scalar_of(l, index), &value)) return false;
  *k = value < lanes ? (uint32_t)value : 0; /* outside: any result will do */
  return true;
}

ir_value *lower_extract_element(struct lower *l, LLVMValueRef v) {
  LLVMValueRef vector = LLVMGetOperand(v, 0), index = LLVMGetOperand(v, 1);
  uint32_t lanes = type_lanes(LLVMTypeOf(vector)), n = layout_of_value(l, v)->n, k;
  ir_value *scalars = (ir_value *)value_of(l, vector);
  if (known_index(l, index, lanes, &k)) return scalars + k * n;
  ir_value which = scalar_of(l, index), *out = emit_list(l, n);
  uint32_t width = layout_of_value(l, index)->leaves[0].width;
  memcpy(out, scalars, n * sizeof *out);
  for (k = 1; k < lanes; k++) {
    ir_value hit = emit_test(l, IR_EQ, width, which, const_int(l, width, k));
    for (uint32_t i = 0; i < n; i++)
      out[i] = emit_select(l, layout_of_value(l, v)->leaves[i].width, hit, scalars[k * n + i], out[i]);
  }
  return out;
}

ir_value *lower_insert_element(struct lower *l, LLVMValueRef v) {
  LLVMValueRef vector = LLVMGetOperand(v, 0), part = LLVMGetOperand(v, 1), index = LLVMGetOperand(v, 2);
  uint32_t lanes = type_lanes(LLVMTypeOf(v)), n = layout_of_value(l, part)->n, k;
  const ir_value *new = value_of(l, part);
  if (known_index(l, index, lanes, &k)) {
    ir_value *out = copy_of(l, vector, k * n, n);
    memcpy(out + k * n, new, n * sizeof *out);
    return out;
  }
  ir_value which = scalar_of(l, index), *out = copy_of(l, vector, 0, 0);
  uint32_t width = layout_of_value(l, index)->leaves[0].width;
  for (k = 0; k < lanes; k++) {
    ir_value hit = emit_test(l, IR_EQ, width, which, const_int(l, width, k));
    for (uint32_t i = 0; i < n; i++)
      out[k * n + i] = emit_select(l, layout_of_value(l, part)->leaves[i].width, hit, new[i], out[k * n + i]);
  }
  return out;
}

ir_value *lower_shuffle(struct lower *l, LLVMValueRef v) {
  LLVMValueRef first = LLVMGetOperand(v, 0), second = LLVMGetOperand(v, 1);
  const struct layout *lane = layout_of(l, type_lane(LLVMTypeOf(v)));
  uint32_t lanes = type_lanes(LLVMTypeOf(first)), n = LLVMGetNumMaskElements(v);
  const ir_value *a = value_of(l, first), *b = const_is_undef(second) ? NULL : value_of(l, second);
  ir_value *out = emit_list(l, n * lane->n);
  for (uint32_t k = 0; k < n; k++) {
    int from = LLVMGetMaskValue(v, k);
    const ir_value *source = from < 0                 ? NULL
                             : (uint32_t)from < lanes ? a + (uint32_t)from * lane->n
                             : b == NULL              ? NULL
                                                      : b + ((uint32_t)from - lanes) * lane->n;
    for (uint32_t i = 0; i < lane->n; i++)
      out[k * lane->n + i] = source != NULL ? source[i] : emit_undef(l, lane->leaves[i].width);
  }
  return out;
}
