/* Conversions between types, lane by lane, with one or two words on either side. */
#include "front/lower.h"

/* An integer of one lane, as one or two words. */
struct lane {
  const ir_value *words;
  uint32_t bits;
};

static ir_value high_of_signed(struct lower *l, ir_value low, uint32_t width) {
  return emit_binary(l, IR_ASHR, width, low, const_int(l, width, width - 1));
}

static void widen(struct lower *l, struct lane from, uint32_t to, bool is_signed, ir_value *out) {
  if (to <= 64) {
    out[0] = is_signed ? emit_sext(l, from.words[0], from.bits, to) : emit_zext(l, from.words[0], from.bits, to);
    return;
  }
  uint32_t high = to - 64;
  if (from.bits > 64) {
    out[0] = from.words[0];
    out[1] = is_signed ? emit_sext(l, from.words[1], from.bits - 64, high)
                       : emit_zext(l, from.words[1], from.bits - 64, high);
    return;
  }
  out[0] = is_signed ? emit_sext(l, from.words[0], from.bits, 64) : emit_zext(l, from.words[0], from.bits, 64);
  out[1] = is_signed ? emit_trunc(l, high_of_signed(l, out[0], 64), 64, high) : const_int(l, high, 0);
}

static void narrow(struct lower *l, struct lane from, uint32_t to, ir_value *out) {
  out[0] = emit_trunc(l, from.words[0], from.bits < 64 ? from.bits : 64, to < 64 ? to : 64);
  if (to > 64) out[1] = emit_trunc(l, from.words[1], from.bits - 64, to - 64);
}

static void convert_float(struct lower *l, LLVMOpcode op, uint32_t from, uint32_t to, ir_value v, ir_value *out) {
  static const struct {
    LLVMOpcode llvm;
    enum ir_op op;
  } rows[] = {{LLVMFPToUI, IR_FPTOUI},
              {LLVMFPToSI, IR_FPTOSI},
              {LLVMUIToFP, IR_UITOFP},
              {LLVMSIToFP, IR_SITOFP},
              {LLVMFPExt, IR_FPEXT}};
  if (op == LLVMFPTrunc) {
    *out = emit_value(l, IR_FPTRUNC, to, to, v, 0, (int32_t)from);
    return;
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].llvm == op) *out = emit_value(l, rows[i].op, from, to, v, 0, (int32_t)to);
}

static ir_value *regroup_cast(struct lower *l, LLVMValueRef v, const struct layout *from, const struct layout *to) {
  const ir_value *values = value_of(l, LLVMGetOperand(v, 0));
  uint32_t *from_widths = arena_alloc(&l->fn.arena, (from->n + to->n + 1) * sizeof *from_widths),
           *to_widths = from_widths + from->n;
  bool same = from->n == to->n;
  for (uint32_t i = 0; i < from->n; i++) from_widths[i] = from->leaves[i].width;
  for (uint32_t i = 0; i < to->n; i++) {
    to_widths[i] = to->leaves[i].width;
    same = same && from_widths[i] == to_widths[i];
  }
  ir_value *out = emit_list(l, to->n);
  if (same)
    for (uint32_t i = 0; i < to->n; i++) out[i] = values[i];
  else emit_regroup(l, values, from_widths, from->n, out, to_widths, to->n);
  return out;
}

static uint32_t bits_of(const struct layout *layout) {
  return layout->n == 2 ? 64 + layout->leaves[1].width : layout->leaves[0].width;
}

static bool is_float(LLVMOpcode op) {
  return op == LLVMFPToUI || op == LLVMFPToSI || op == LLVMUIToFP || op == LLVMSIToFP || op == LLVMFPExt ||
         op == LLVMFPTrunc;
}

static void cast_lane(struct lower *l, LLVMOpcode op, struct lane from, uint32_t to, ir_value *out) {
  if (is_float(op)) convert_float(l, op, from.bits, to, from.words[0], out);
  else if (to > from.bits) widen(l, from, to, op == LLVMSExt, out);
  else narrow(l, from, to, out);
}

ir_value *lower_cast(struct lower *l, LLVMValueRef v, LLVMOpcode op) {
  LLVMValueRef operand = LLVMGetOperand(v, 0);
  if (op == LLVMBitCast) return regroup_cast(l, v, layout_of_value(l, operand), layout_of_value(l, v));
  if (long_is(LLVMTypeOf(operand)) || long_is(LLVMTypeOf(v))) return long_cast(l, v, op);
  const struct layout *from = layout_of(l, type_lane(LLVMTypeOf(operand))),
                      *to = layout_of(l, type_lane(LLVMTypeOf(v)));
  if (is_float(op) && from->n + to->n > 2) {
    emit_unsupported(l, "conversion between 128-bit integer and floating point");
    return NULL;
  }
  const ir_value *values = value_of(l, operand);
  uint32_t lanes = type_lanes(LLVMTypeOf(v));
  ir_value *out = emit_list(l, lanes * to->n);
  for (uint32_t i = 0; i < lanes; i++)
    cast_lane(l, op, (struct lane){values + i * from->n, bits_of(from)}, bits_of(to), out + i * to->n);
  return out;
}
