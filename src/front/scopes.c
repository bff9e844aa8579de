/* Lifetime markers: which variables begin and end where.

   clang lets all ways out of a block (its end, break, continue, goto, return) run through common code that ends the
   block's variables, and then goes on by the number that each way has stored in a slot before. The interpreter would
   execute that slot and a switch for every variable of a block, and analyses would see ways that no run takes. So each
   way gets its own ends here and leads straight on: without the markers the code is what clang makes when it is not
   asked for any.

   In: a linked module before mem2reg. Out: the same, with markers, without the common code where it does nothing
   else. */
#include "front/scopes.h"

#include <string.h>

#include "util/vec.h"

typedef VEC(LLVMValueRef) value_list;

static bool is_marker(LLVMValueRef ins, const char *prefix) {
  if (!LLVMIsACallInst(ins)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(ins);
  return LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName(callee), prefix, strlen(prefix));
}

bool scopes_is_start(LLVMValueRef ins) { return is_marker(ins, "llvm.lifetime.start"); }
bool scopes_is_end(LLVMValueRef ins) { return is_marker(ins, "llvm.lifetime.end"); }

void scopes_drop(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b), next; ins != NULL; ins = next) {
      next = LLVMGetNextInstruction(ins);
      if (is_marker(ins, "llvm.lifetime.")) LLVMInstructionEraseFromParent(ins);
    }
}

static const char kept[] = "heddle.scopes";

void scopes_keep(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, NULL, 0);
  LLVMAddNamedMetadataOperand(module, kept, LLVMMetadataAsValue(context, node));
}

bool scopes_are_kept(LLVMModuleRef module) { return LLVMGetNamedMetadata(module, kept, sizeof kept - 1) != NULL; }

static LLVMValueRef find_slot(LLVMValueRef function) {
  static const char name[] = "cleanup.dest.slot";
  LLVMValueRef ins = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  for (; ins != NULL; ins = LLVMGetNextInstruction(ins))
    if (LLVMIsAAllocaInst(ins) && !strncmp(LLVMGetValueName(ins), name, sizeof name - 1)) return ins;
  return NULL;
}

static bool reads(LLVMValueRef ins, LLVMValueRef slot) {
  return LLVMIsALoadInst(ins) && LLVMGetOperand(ins, 0) == slot;
}

static bool goes_on(LLVMValueRef last, LLVMValueRef slot) {
  if (LLVMIsABranchInst(last)) return !LLVMIsConditional(last);
  return LLVMIsASwitchInst(last) && reads(LLVMGetOperand(last, 0), slot);
}

/* Common code that does nothing but end variables. */
static bool only_ends(LLVMBasicBlockRef block, LLVMValueRef slot) {
  bool ends = false;
  LLVMValueRef ins = LLVMGetFirstInstruction(block), last = LLVMGetBasicBlockTerminator(block);
  for (; ins != last; ins = LLVMGetNextInstruction(ins)) {
    if (scopes_is_end(ins)) ends = true;
    else if (!reads(ins, slot)) return false;
  }
  return ends && goes_on(last, slot);
}

/* Where a switch goes for a number: operand 0 is the value, 1 the default, then numbers and blocks in turn. */
static LLVMBasicBlockRef switch_target(LLVMValueRef ins, uint64_t number) {
  for (int i = 2; i + 1 < LLVMGetNumOperands(ins); i += 2)
    if (LLVMConstIntGetZExtValue(LLVMGetOperand(ins, (unsigned)i)) == number)
      return LLVMValueAsBasicBlock(LLVMGetOperand(ins, (unsigned)i + 1));
  return LLVMGetSwitchDefaultDest(ins);
}

/* The number that a block has in the slot when it ends; false if it does not set it. */
static bool number_of(LLVMBasicBlockRef block, LLVMValueRef slot, uint64_t *number) {
  for (LLVMValueRef ins = LLVMGetLastInstruction(block); ins != NULL; ins = LLVMGetPreviousInstruction(ins)) {
    if (!LLVMIsAStoreInst(ins) || LLVMGetOperand(ins, 1) != slot) continue;
    if (!LLVMIsAConstantInt(LLVMGetOperand(ins, 0))) return false;
    *number = LLVMConstIntGetZExtValue(LLVMGetOperand(ins, 0));
    return true;
  }
  return false;
}

/* Follows the common code from `to` on under a number and lists the ends on the way. */
static LLVMBasicBlockRef follow(LLVMBasicBlockRef to, LLVMValueRef slot, uint64_t number, value_list *ends) {
  while (only_ends(to, slot)) {
    LLVMValueRef ins = LLVMGetFirstInstruction(to), last = LLVMGetBasicBlockTerminator(to);
    for (; ins != last; ins = LLVMGetNextInstruction(ins))
      if (scopes_is_end(ins)) vec_push(ends, ins);
    to = LLVMIsASwitchInst(last) ? switch_target(last, number) : LLVMGetSuccessor(last, 0);
  }
  return to;
}

static void lead_straight(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMValueRef slot) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  uint64_t number;
  if (last == NULL || !LLVMIsABranchInst(last) || LLVMIsConditional(last) || !number_of(block, slot, &number)) return;
  value_list ends = {0};
  LLVMBasicBlockRef from = LLVMGetSuccessor(last, 0), to = follow(from, slot, number, &ends);
  if (to != from && !LLVMIsAPHINode(LLVMGetFirstInstruction(to))) {
    LLVMPositionBuilderBefore(builder, last);
    for (uint32_t i = 0; i < ends.count; i++) LLVMInsertIntoBuilder(builder, LLVMInstructionClone(ends.data[i]));
    LLVMSetSuccessor(last, 0, to);
  }
  vec_free(&ends);
}

/* Common code that nobody comes to any more; its switch may have been the only way to an end that is none. */
static bool is_left_over(LLVMBasicBlockRef block, LLVMValueRef slot) {
  if (LLVMGetFirstUse(LLVMBasicBlockAsValue(block)) != NULL) return false;
  return only_ends(block, slot) || LLVMIsAUnreachableInst(LLVMGetFirstInstruction(block));
}

static bool remove_one(LLVMValueRef function, LLVMValueRef slot) {
  LLVMBasicBlockRef b = LLVMGetNextBasicBlock(LLVMGetEntryBasicBlock(function));
  while (b != NULL && !is_left_over(b, slot)) b = LLVMGetNextBasicBlock(b);
  if (b != NULL) LLVMDeleteBasicBlock(b);
  return b != NULL;
}

void scopes_unroll(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f)) {
    LLVMValueRef slot = LLVMIsDeclaration(f) ? NULL : find_slot(f);
    if (slot == NULL) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
      if (!only_ends(b, slot)) lead_straight(builder, b, slot);
    while (remove_one(f, slot)) continue;
  }
  LLVMDisposeBuilder(builder);
}

/* The function's result is read from its own variable, which no block ends. */
static bool reads_result(LLVMValueRef ins) {
  static const char name[] = "retval";
  return LLVMIsALoadInst(ins) && !strncmp(LLVMGetValueName(LLVMGetOperand(ins, 0)), name, sizeof name - 1);
}

static bool ends_with_function(LLVMValueRef end) {
  enum { FAR = 64 };
  LLVMValueRef ins = end;
  for (unsigned i = 0; i < FAR && ins != NULL; i++) {
    if (LLVMIsAReturnInst(ins)) return true;
    if (LLVMIsABranchInst(ins) && !LLVMIsConditional(ins)) ins = LLVMGetFirstInstruction(LLVMGetSuccessor(ins, 0));
    else if (scopes_is_end(ins) || LLVMIsAPHINode(ins) || reads_result(ins)) ins = LLVMGetNextInstruction(ins);
    else return false;
  }
  return false;
}

bool scopes_is_early_end(LLVMValueRef ins) { return scopes_is_end(ins) && !ends_with_function(ins); }

bool scopes_ends_early(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use != NULL; use = LLVMGetNextUse(use))
    if (scopes_is_early_end(LLVMGetUser(use))) return true;
  return false;
}
