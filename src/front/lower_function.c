/* The body of one function: parameters, blocks in reverse post-order (so that a definition is lowered before its uses),
   registers of the phis in advance, then the pending edge blocks; at the end labels become block indices. */
#include <string.h>

#include "front/jumps.h"
#include "front/lower.h"

/* Depth-first search without recursion: bodies made by generators have very long chains of blocks. */
struct visit {
  LLVMBasicBlockRef block;
  unsigned next; /* successor to look at */
};

static void find_order(struct lower *l) {
  struct map seen = {0};
  uint32_t dummy;
  VEC(struct visit) stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->fn.llvm);
  map_put(&seen, (uintptr_t)entry, 1);
  vec_push(&stack, ((struct visit){entry, 0}));
  while (stack.count > 0) {
    struct visit *top = &vec_last(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (top->next >= LLVMGetNumSuccessors(end)) {
      vec_push(&l->fn.order, top->block);
      (void)vec_pop(&stack);
      continue;
    }
    /* Last successor first: the first one then follows its predecessor in the final order. */
    unsigned count = LLVMGetNumSuccessors(end);
    LLVMBasicBlockRef next = LLVMGetSuccessor(end, count - 1 - top->next++);
    if (map_get(&seen, (uintptr_t)next, &dummy)) continue;
    map_put(&seen, (uintptr_t)next, 1);
    vec_push(&stack, ((struct visit){next, 0}));
  }
  for (uint32_t i = 0; i < l->fn.order.count / 2; i++) {
    LLVMBasicBlockRef *a = &l->fn.order.data[i], *b = &l->fn.order.data[l->fn.order.count - 1 - i], t = *a;
    *a = *b;
    *b = t;
  }
  vec_free(&stack);
  map_free(&seen);
}

static ir_value *new_registers(struct lower *l, const struct layout *layout) {
  ir_value *list = emit_list(l, layout->n);
  for (uint32_t i = 0; i < layout->n; i++) list[i] = (ir_value)emit_reg(l, layout->leaves[i].width);
  return list;
}

static void make_parameters(struct lower *l, struct ir_function *f) {
  unsigned count = LLVMCountParams(l->fn.llvm);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef parameter = LLVMGetParam(l->fn.llvm, i);
    const struct layout *layout = layout_of_value(l, parameter);
    emit_define(l, parameter, new_registers(l, layout));
    f->nparams += layout->n;
  }
}

/* The caller passes the address of its object; a byval parameter is a copy that belongs to this activation. */
static void copy_byval_parameters(struct lower *l) {
  static const char name[] = "byval";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  unsigned count = LLVMCountParams(l->fn.llvm);
  for (unsigned i = 0; i < count; i++) {
    LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(l->fn.llvm, i + 1, kind);
    if (byval == NULL) continue;
    LLVMValueRef parameter = LLVMGetParam(l->fn.llvm, i);
    LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);
    ir_value size = const_int(l, l->pointer_bits, LLVMABISizeOfType(l->target, type));
    uint32_t align = LLVMABIAlignmentOfType(l->target, type);
    ir_value from = scalar_of(l, parameter);
    ir_value *copy = emit_list(l, 1);
    copy[0] =
        emit_value(l, IR_ALLOCA, 0, l->pointer_bits, size, (int32_t)align, (int32_t)loc_variable_name(l, parameter));
    emit(l, IR_MEMCPY, 0, IR_NONE, copy[0], from, size);
    emit_define(l, parameter, copy);
  }
}

static void make_labels(struct lower *l) {
  for (uint32_t i = 0; i < l->fn.order.count; i++) {
    LLVMBasicBlockRef block = l->fn.order.data[i];
    map_put(&l->fn.block_labels, (uintptr_t)block, emit_new_label(l, LLVMGetBasicBlockName(block)));
    for (LLVMValueRef ins = LLVMGetFirstInstruction(block); ins != NULL; ins = LLVMGetNextInstruction(ins)) {
      if (jumps_is_landing(ins)) vec_push(&l->fn.landings, emit_new_label(l, "landing"));
      if (LLVMGetInstructionOpcode(ins) == LLVMPHI) emit_define(l, ins, new_registers(l, layout_of_value(l, ins)));
    }
  }
}

/* Why the instruction cannot be handled: some value it takes or makes is of a type that cannot. */
static const char *bad_type(struct lower *l, LLVMValueRef ins) {
  const char *bad = layout_of_value(l, ins)->bad;
  for (int i = 0; bad == NULL && i < LLVMGetNumOperands(ins); i++) {
    LLVMValueRef operand = LLVMGetOperand(ins, (unsigned)i);
    if (operand != NULL) bad = layout_of_value(l, operand)->bad;
  }
  return bad;
}

static bool is_terminator(LLVMValueRef ins) { return LLVMIsATerminatorInst(ins) != NULL; }

static void define_undef(struct lower *l, LLVMValueRef ins) {
  const struct layout *layout = layout_of_value(l, ins);
  ir_value *list = emit_list(l, layout->n);
  for (uint32_t i = 0; i < layout->n; i++) list[i] = emit_undef(l, layout->leaves[i].width);
  if (layout->n > 0) emit_define(l, ins, list);
}

/* A jump may have ended here: a block of its own. */
static void place_landing(struct lower *l) {
  uint32_t label = l->fn.landings.data[l->fn.landed++];
  emit(l, IR_BR, 0, IR_NONE, (int32_t)label, 0, 0);
  emit_place(l, label);
}

static void return_nothing(struct lower *l) {
  uint32_t count = l->functions.data[l->fn.index].nresults;
  const struct layout *layout = layout_of(l, LLVMGetReturnType(LLVMGlobalGetValueType(l->fn.llvm)));
  VEC(int32_t) results = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&results, emit_undef(l, layout->leaves[i].width));
  uint32_t start = emit_extra(l, results.data, count);
  emit(l, IR_RET, 0, IR_NONE, 0, (int32_t)start, (int32_t)count);
  vec_free(&results);
}

/* Behind a call that may jump: on; to each landing; to the caller. */
static void branch_on_jump(struct lower *l, LLVMValueRef look) {
  uint32_t next = emit_new_label(l, "stayed"), out = emit_new_label(l, "jumped");
  VEC(int32_t) list = {0};
  vec_push(&list, (int32_t)next);
  for (uint32_t i = 0; i < l->fn.landings.count; i++) {
    vec_push(&list, const_int(l, 32, i + 1));
    vec_push(&list, (int32_t)l->fn.landings.data[i]);
  }
  vec_push(&list, const_int(l, 32, l->fn.landings.count + 1));
  vec_push(&list, (int32_t)out);
  uint32_t start = emit_extra(l, list.data, list.count);
  emit(l, IR_SWITCH, 32, IR_NONE, scalar_of(l, look), (int32_t)start, (int32_t)list.count);
  vec_free(&list);
  emit_place(l, out);
  return_nothing(l);
  emit_place(l, next);
}

static void lower_instruction(struct lower *l, LLVMValueRef ins) {
  LLVMOpcode op = LLVMGetInstructionOpcode(ins);
  if (op == LLVMPHI) return;
  l->fn.first_new = l->regs.count;
  l->fn.loc = loc_of_instruction(l, ins);
  l->fn.origin = ins;
  const char *bad = bad_type(l, ins);
  if (bad != NULL) {
    emit_unsupported(l, "%s", bad);
    define_undef(l, ins);
    if (is_terminator(ins)) emit(l, IR_UNREACHABLE, 0, IR_NONE, 0, 0, 0);
    return;
  }
  if (is_terminator(ins)) {
    lower_terminator(l, ins, op);
    return;
  }
  if (jumps_is_landing(ins)) place_landing(l);
  ir_value *list = lower_operation(l, ins, op);
  if (list != NULL) emit_define(l, ins, list);
  else define_undef(l, ins);
  if (jumps_is_look(ins)) branch_on_jump(l, ins);
}

static void lower_block(struct lower *l, LLVMBasicBlockRef block) {
  uint32_t label = 0;
  map_get(&l->fn.block_labels, (uintptr_t)block, &label);
  emit_place(l, label);
  if (block == l->fn.order.data[0]) copy_byval_parameters(l);
  for (LLVMValueRef ins = LLVMGetFirstInstruction(block); ins != NULL; ins = LLVMGetNextInstruction(ins))
    lower_instruction(l, ins);
  lower_edges(l);
}

static void resolve(struct lower *l, int32_t *target) { *target = (int32_t)l->fn.labels.data[*target].block; }

static void resolve_labels(struct lower *l, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < l->ins.count; i++) {
    struct ir_ins *ins = &l->ins.data[i];
    if (ins->op == IR_BR) resolve(l, &ins->a);
    if (ins->op == IR_CBR) resolve(l, &ins->b), resolve(l, &ins->c);
    if (ins->op != IR_SWITCH) continue;
    resolve(l, &l->extra.data[ins->b]);
    for (int32_t k = 2; k < ins->c; k += 2) resolve(l, &l->extra.data[ins->b + k]);
  }
}

static void reset(struct lower *l) {
  struct function_state *fn = &l->fn;
  map_free(&fn->values);
  map_free(&fn->block_labels);
  vec_free(&fn->lists);
  vec_free(&fn->order);
  vec_free(&fn->labels);
  vec_free(&fn->edges);
  vec_free(&fn->landings);
  arena_free(&fn->arena);
  *fn = (struct function_state){0};
}

void lower_body(struct lower *l, uint32_t index) {
  struct ir_function f = l->functions.data[index];
  f.first_block = l->blocks.count;
  f.first_ins = l->ins.count;
  f.first_reg = l->regs.count;
  l->fn.llvm = l->fn.origin = l->llvm_functions.data[index];
  l->fn.index = index;
  l->fn.first_reg = f.first_reg;
  l->fn.loc = f.loc;
  make_parameters(l, &f);
  if (f.flags & IR_FN_DEFINED) {
    find_order(l);
    make_labels(l);
    for (uint32_t i = 0; i < l->fn.order.count; i++) lower_block(l, l->fn.order.data[i]);
    resolve_labels(l, &f);
  }
  f.nblocks = l->blocks.count - f.first_block;
  f.nins = l->ins.count - f.first_ins;
  f.nregs = l->regs.count - f.first_reg;
  if (f.flags & IR_FN_DEFINED) lower_tidy(l, &f);
  l->functions.data[index] = f;
  reset(l);
}
