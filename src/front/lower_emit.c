/* Building blocks of lowering: registers, instructions, labels, and operations on scalars that fold where that is
   free. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "front/lower.h"

uint32_t emit_reg(struct lower *l, uint32_t width) {
  vec_push(&l->regs, ((struct ir_reg){.width = width}));
  return l->regs.count - 1 - l->fn.first_reg;
}

struct ir_ins *emit(struct lower *l, enum ir_op op, uint32_t width, uint32_t dst, int32_t a, int32_t b, int32_t c) {
  struct ir_ins ins = {
      .op = (uint16_t)op, .width = (uint8_t)width, .dst = dst, .a = a, .b = b, .c = c, .loc = l->fn.loc};
  vec_push(&l->ins, ins);
  vec_push(&l->origins, l->fn.origin);
  vec_last(&l->blocks).count++;
  l->fn.ended = ir_ops[op].class == IR_CLASS_FLOW;
  return &vec_last(&l->ins);
}

ir_value emit_value(struct lower *l, enum ir_op op, uint32_t width, uint32_t result, int32_t a, int32_t b, int32_t c) {
  uint32_t dst = emit_reg(l, result);
  emit(l, op, width, dst, a, b, c);
  return (ir_value)dst;
}

ir_value emit_binary(struct lower *l, enum ir_op op, uint32_t width, ir_value a, ir_value b) {
  return emit_value(l, op, width, width, a, b, 0);
}

ir_value emit_test(struct lower *l, enum ir_op op, uint32_t width, ir_value a, ir_value b) {
  return emit_value(l, op, width, 1, a, b, 0);
}

ir_value emit_select(struct lower *l, uint32_t width, ir_value condition, ir_value yes, ir_value no) {
  return yes == no ? yes : emit_value(l, IR_SELECT, width, width, condition, yes, no);
}

ir_value emit_zext(struct lower *l, ir_value v, uint32_t from, uint32_t to) {
  uint64_t value;
  if (from == to) return v;
  if (value_is_int(l, v, &value)) return const_int(l, to, value);
  return emit_value(l, IR_ZEXT, from, to, v, 0, (int32_t)to);
}

ir_value emit_sext(struct lower *l, ir_value v, uint32_t from, uint32_t to) {
  uint64_t value, sign = (uint64_t)1 << (from - 1);
  if (from == to) return v;
  if (value_is_int(l, v, &value)) return const_int(l, to, (value ^ sign) - sign);
  return emit_value(l, IR_SEXT, from, to, v, 0, (int32_t)to);
}

ir_value emit_trunc(struct lower *l, ir_value v, uint32_t from, uint32_t to) {
  uint64_t value;
  if (from == to) return v;
  if (value_is_int(l, v, &value)) return const_int(l, to, value);
  return emit_value(l, IR_TRUNC, to, to, v, 0, (int32_t)from);
}

ir_value emit_undef(struct lower *l, uint32_t width) { return emit_value(l, IR_UNDEF, width, width, 0, 0, 0); }

void emit_unsupported(struct lower *l, const char *format, ...) {
  char what[200];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  emit(l, IR_UNSUPPORTED, 0, IR_NONE, (int32_t)strings_add(&l->text, what), 0, 0);
}

uint32_t emit_extra(struct lower *l, const ir_value *values, uint32_t n) {
  uint32_t start = l->extra.count;
  for (uint32_t i = 0; i < n; i++) vec_push(&l->extra, values[i]);
  return start;
}

uint32_t emit_new_label(struct lower *l, const char *name) {
  struct label label = {IR_NONE, strings_add(&l->text, name)};
  vec_push(&l->fn.labels, label);
  return l->fn.labels.count - 1;
}

void emit_place(struct lower *l, uint32_t label) {
  struct label *at = &l->fn.labels.data[label];
  at->block = l->blocks.count;
  vec_push(&l->blocks, ((struct ir_block){.first = l->ins.count, .count = 0, .name = at->name}));
  l->fn.ended = false;
}

ir_value *emit_list(struct lower *l, uint32_t n) { return arena_alloc(&l->fn.arena, (n ? n : 1) * sizeof(ir_value)); }

void emit_define(struct lower *l, LLVMValueRef v, ir_value *scalars) {
  map_put(&l->fn.values, (uintptr_t)v, l->fn.lists.count);
  vec_push(&l->fn.lists, scalars);
  loc_name_registers(l, v, scalars, layout_of_value(l, v)->n);
}

/* Bits [low, low + n) of a scalar, as a scalar of n bits. */
static ir_value cut(struct lower *l, ir_value v, uint32_t width, uint32_t low, uint32_t n) {
  if (low > 0) v = emit_binary(l, IR_LSHR, width, v, const_int(l, width, low));
  return emit_trunc(l, v, width, n);
}

void emit_regroup(struct lower *l, const ir_value *from, const uint32_t *fw, uint32_t nf, ir_value *to,
                  const uint32_t *tw, uint32_t nt) {
  uint32_t source = 0, used = 0; /* next bits to take: from bit `used` of from[source] */
  for (uint32_t t = 0; t < nt; t++) {
    ir_value sum = const_int(l, tw[t], 0);
    for (uint32_t have = 0; have < tw[t] && source < nf;) {
      uint32_t n = fw[source] - used < tw[t] - have ? fw[source] - used : tw[t] - have;
      ir_value piece = emit_zext(l, cut(l, from[source], fw[source], used, n), n, tw[t]);
      if (have > 0) piece = emit_binary(l, IR_SHL, tw[t], piece, const_int(l, tw[t], have));
      sum = have == 0 ? piece : emit_binary(l, IR_OR, tw[t], sum, piece);
      have += n;
      used += n;
      if (used == fw[source]) source++, used = 0;
    }
    to[t] = sum;
  }
}
