/* Jumps, and the phis as moves on the edges they wait for.

   The moves of one edge happen at once: they are put in an order in which no register is overwritten before it is
   read, with a temporary where they form a cycle. They stand at the end of the predecessor if it has no other
   successor, else in a block of their own. */
#include <string.h>

#include "front/lower.h"

struct move {
  uint32_t to;
  uint32_t width;
  ir_value from;
  bool undef; /* no value at all: `from` means nothing */
};

typedef VEC(struct move) moves;

static bool has_phis(LLVMBasicBlockRef block) {
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  return first != NULL && LLVMGetInstructionOpcode(first) == LLVMPHI;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetIncomingBlock(phi, i) == from) return LLVMGetIncomingValue(phi, i);
  return NULL;
}

static void collect_moves(struct lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to, moves *list) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi != NULL; phi = LLVMGetNextInstruction(phi)) {
    if (LLVMGetInstructionOpcode(phi) != LLVMPHI) break;
    LLVMValueRef value = incoming(phi, from);
    const struct layout *layout = layout_of_value(l, phi);
    bool undef = value == NULL || const_is_undef(value);
    const ir_value *registers = value_of(l, phi), *scalars = undef ? registers : value_of(l, value);
    for (uint32_t i = 0; i < layout->n; i++) {
      struct move move = {(uint32_t)registers[i], layout->leaves[i].width, scalars[i], undef};
      if (undef || move.from != registers[i]) vec_push(list, move);
    }
  }
}

static bool is_read(const moves *list, uint32_t reg, uint32_t except) {
  for (uint32_t i = 0; i < list->count; i++)
    if (i != except && !list->data[i].undef && list->data[i].from == (ir_value)reg) return true;
  return false;
}

/* All moves left form cycles: whoever reads the first target reads a copy of it from now on. */
static void break_cycle(struct lower *l, moves *list) {
  struct move *first = &list->data[0];
  ir_value copy = emit_value(l, IR_MOV, first->width, first->width, (ir_value)first->to, 0, 0);
  for (uint32_t i = 0; i < list->count; i++)
    if (!list->data[i].undef && list->data[i].from == (ir_value)first->to) list->data[i].from = copy;
}

static void emit_moves(struct lower *l, moves *list) {
  while (list->count > 0) {
    uint32_t before = list->count;
    for (uint32_t i = 0; i < list->count;) {
      struct move move = list->data[i];
      if (is_read(list, move.to, i)) {
        i++;
        continue;
      }
      emit(l, move.undef ? IR_UNDEF : IR_MOV, move.width, move.to, move.undef ? 0 : move.from, 0, 0);
      memmove(list->data + i, list->data + i + 1, (list->count - i - 1) * sizeof *list->data);
      list->count--;
    }
    if (list->count == before) break_cycle(l, list);
  }
}

static void lower_moves(struct lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  moves list = {0};
  collect_moves(l, from, to, &list);
  emit_moves(l, &list);
  vec_free(&list);
}

static int32_t label_of(struct lower *l, LLVMBasicBlockRef block) {
  uint32_t label = 0;
  map_get(&l->fn.block_labels, (uintptr_t)block, &label);
  return (int32_t)label;
}

/* Where a jump with several targets goes for `to`: there, or to a block with the moves first. */
static int32_t edge_label(struct lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  if (!has_phis(to)) return label_of(l, to);
  for (uint32_t i = 0; i < l->fn.edges.count; i++)
    if (l->fn.edges.data[i].from == from && l->fn.edges.data[i].to == to) return (int32_t)l->fn.edges.data[i].label;
  struct edge edge = {emit_new_label(l, ""), from, to};
  vec_push(&l->fn.edges, edge);
  return (int32_t)edge.label;
}

void lower_edges(struct lower *l) {
  for (uint32_t i = 0; i < l->fn.edges.count; i++) {
    struct edge edge = l->fn.edges.data[i];
    emit_place(l, edge.label);
    lower_moves(l, edge.from, edge.to);
    emit(l, IR_BR, 0, IR_NONE, label_of(l, edge.to), 0, 0);
  }
  l->fn.edges.count = 0;
}

static void jump(struct lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  lower_moves(l, from, to);
  emit(l, IR_BR, 0, IR_NONE, label_of(l, to), 0, 0);
}

static void branch(struct lower *l, LLVMValueRef v) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(v);
  LLVMBasicBlockRef yes = LLVMGetSuccessor(v, 0), no = LLVMIsConditional(v) ? LLVMGetSuccessor(v, 1) : yes;
  if (yes == no) {
    jump(l, from, yes);
    return;
  }
  ir_value condition = scalar_of(l, LLVMGetCondition(v));
  emit(l, IR_CBR, 0, IR_NONE, condition, edge_label(l, from, yes), edge_label(l, from, no));
}

static void switch_to(struct lower *l, ir_value value, uint32_t width, const int32_t *list, uint32_t n) {
  uint32_t start = emit_extra(l, list, n);
  emit(l, IR_SWITCH, width, IR_NONE, value, (int32_t)start, (int32_t)n);
}

static void lower_switch(struct lower *l, LLVMValueRef v) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(v);
  const struct layout *layout = layout_of_value(l, LLVMGetOperand(v, 0));
  if (layout->n != 1) {
    emit_unsupported(l, "switch over a 128-bit integer");
    emit(l, IR_UNREACHABLE, 0, IR_NONE, 0, 0, 0);
    return;
  }
  VEC(int32_t) list = {0};
  vec_push(&list, edge_label(l, from, LLVMGetSwitchDefaultDest(v)));
  int operands = LLVMGetNumOperands(v); /* condition, default, then pairs of value and block */
  for (int i = 2; i + 1 < operands; i += 2) {
    vec_push(&list, scalar_of(l, LLVMGetOperand(v, (unsigned)i)));
    vec_push(&list, edge_label(l, from, LLVMValueAsBasicBlock(LLVMGetOperand(v, (unsigned)i + 1))));
  }
  switch_to(l, scalar_of(l, LLVMGetOperand(v, 0)), layout->leaves[0].width, list.data, list.count);
  vec_free(&list);
}

/* Label addresses are the numbers of blocks in their function (const_fold), so an indirect jump is a switch over
   them. */
static void indirect_jump(struct lower *l, LLVMValueRef v) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(v);
  uint32_t nowhere = emit_new_label(l, "no.label");
  struct map seen = {0};
  uint32_t dummy;
  VEC(int32_t) list = {0};
  vec_push(&list, (int32_t)nowhere);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(v); i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(v, i);
    if (map_get(&seen, (uintptr_t)to, &dummy)) continue;
    map_put(&seen, (uintptr_t)to, 1);
    vec_push(&list, scalar_of(l, LLVMBlockAddress(l->fn.llvm, to)));
    vec_push(&list, edge_label(l, from, to));
  }
  switch_to(l, scalar_of(l, LLVMGetOperand(v, 0)), l->pointer_bits, list.data, list.count);
  emit_place(l, nowhere);
  emit(l, IR_UNREACHABLE, 0, IR_NONE, 0, 0, 0);
  vec_free(&list);
  map_free(&seen);
}

static void lower_return(struct lower *l, LLVMValueRef v) {
  uint32_t n = 0, start = l->extra.count;
  if (LLVMGetNumOperands(v) > 0) {
    LLVMValueRef result = LLVMGetOperand(v, 0);
    const ir_value *scalars = value_of(l, result);
    n = layout_of_value(l, result)->n;
    start = emit_extra(l, scalars, n);
  }
  emit(l, IR_RET, 0, IR_NONE, 0, (int32_t)start, (int32_t)n);
}

static void lower_invoke(struct lower *l, LLVMValueRef v) {
  ir_value *list = lower_call(l, v);
  if (list != NULL) emit_define(l, v, list);
  jump(l, LLVMGetInstructionParent(v), LLVMGetNormalDest(v));
}

void lower_terminator(struct lower *l, LLVMValueRef v, LLVMOpcode op) {
  switch (op) {
  case LLVMBr: branch(l, v); return;
  case LLVMSwitch: lower_switch(l, v); return;
  case LLVMIndirectBr: indirect_jump(l, v); return;
  case LLVMRet: lower_return(l, v); return;
  case LLVMInvoke: lower_invoke(l, v); return;
  case LLVMUnreachable: break;
  case LLVMCallBr: emit_unsupported(l, "inline assembly with jumps"); break;
  default: emit_unsupported(l, "exception handling");
  }
  emit(l, IR_UNREACHABLE, 0, IR_NONE, 0, 0, 0);
}
