/* Atomic operations on objects of 16 bytes: pointers with a tag beside them, numbers of 128 bits.

   Clang leaves them to the code generator, which calls the C library unless the processor may be asked. The same calls
   are made here: __atomic_load and its kin for what they can do, and an atomic section around the others.

   In: a linked module. Out: the same, and no atomic instruction on more than 64 bits. */
#include "front/wide_atomics.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct site {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMContextRef context;
  LLVMValueRef ins;
};

enum { SEQ_CST = 5, LARGEST_WORD = 64 };

static LLVMTypeRef word_type(const struct site *s) {
  return LLVMIntPtrTypeInContext(s->context, LLVMGetModuleDataLayout(s->module));
}

static LLVMValueRef call(const struct site *s, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                         unsigned count) {
  LLVMTypeRef types[6];
  for (unsigned i = 0; i < count; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMValueRef function = LLVMGetNamedFunction(s->module, name);
  if (function == NULL) function = LLVMAddFunction(s->module, name, LLVMFunctionType(result, types, count, false));
  return LLVMBuildCall2(s->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

/* Room for one value, made once at the head of the function: the operation may lie in a loop. */
static LLVMValueRef room(const struct site *s, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->ins));
  LLVMBuilderRef head = LLVMCreateBuilderInContext(s->context);
  LLVMPositionBuilderBefore(head, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMValueRef place = LLVMBuildAlloca(head, type, "");
  LLVMSetAlignment(place, 16);
  LLVMDisposeBuilder(head);
  return place;
}

static LLVMValueRef kept(const struct site *s, LLVMValueRef value) {
  LLVMValueRef place = room(s, LLVMTypeOf(value));
  LLVMBuildStore(s->builder, value, place);
  return place;
}

static LLVMValueRef size_of(const struct site *s, LLVMTypeRef type) {
  return LLVMConstInt(word_type(s), LLVMABISizeOfType(LLVMGetModuleDataLayout(s->module), type), false);
}

static LLVMValueRef order(const struct site *s) {
  return LLVMConstInt(LLVMInt32TypeInContext(s->context), SEQ_CST, false);
}

static LLVMTypeRef nothing(const struct site *s) { return LLVMVoidTypeInContext(s->context); }

static void load(const struct site *s) {
  LLVMTypeRef type = LLVMTypeOf(s->ins);
  LLVMValueRef result = room(s, type), arguments[] = {size_of(s, type), LLVMGetOperand(s->ins, 0), result, order(s)};
  call(s, "__atomic_load", nothing(s), arguments, 4);
  LLVMReplaceAllUsesWith(s->ins, LLVMBuildLoad2(s->builder, type, result, ""));
}

static void store(const struct site *s) {
  LLVMValueRef value = LLVMGetOperand(s->ins, 0);
  LLVMValueRef arguments[] = {size_of(s, LLVMTypeOf(value)), LLVMGetOperand(s->ins, 1), kept(s, value), order(s)};
  call(s, "__atomic_store", nothing(s), arguments, 4);
}

static void compare_exchange(const struct site *s) {
  LLVMValueRef expected = kept(s, LLVMGetOperand(s->ins, 1)), desired = kept(s, LLVMGetOperand(s->ins, 2));
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(s->ins, 1));
  LLVMValueRef arguments[] = {size_of(s, type), LLVMGetOperand(s->ins, 0), expected, desired, order(s), order(s)};
  LLVMTypeRef bit = LLVMInt1TypeInContext(s->context);
  LLVMValueRef done = call(s, "__atomic_compare_exchange", bit, arguments, 6), all = LLVMGetUndef(LLVMTypeOf(s->ins));
  all = LLVMBuildInsertValue(s->builder, all, LLVMBuildLoad2(s->builder, type, expected, ""), 0, "");
  LLVMReplaceAllUsesWith(s->ins, LLVMBuildInsertValue(s->builder, all, done, 1, ""));
}

static void exchange(const struct site *s) {
  LLVMTypeRef type = LLVMTypeOf(s->ins);
  LLVMValueRef result = room(s, type), value = kept(s, LLVMGetOperand(s->ins, 1));
  LLVMValueRef arguments[] = {size_of(s, type), LLVMGetOperand(s->ins, 0), value, result, order(s)};
  call(s, "__atomic_exchange", nothing(s), arguments, 5);
  LLVMReplaceAllUsesWith(s->ins, LLVMBuildLoad2(s->builder, type, result, ""));
}

static LLVMValueRef chosen(const struct site *s, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b) {
  return LLVMBuildSelect(s->builder, LLVMBuildICmp(s->builder, predicate, a, b, ""), a, b, "");
}

/* What comes into memory; NULL: no such operation is known. */
static LLVMValueRef combined(const struct site *s, LLVMValueRef a, LLVMValueRef b) {
  switch (LLVMGetAtomicRMWBinOp(s->ins)) {
  case LLVMAtomicRMWBinOpAdd: return LLVMBuildAdd(s->builder, a, b, "");
  case LLVMAtomicRMWBinOpSub: return LLVMBuildSub(s->builder, a, b, "");
  case LLVMAtomicRMWBinOpAnd: return LLVMBuildAnd(s->builder, a, b, "");
  case LLVMAtomicRMWBinOpNand: return LLVMBuildNot(s->builder, LLVMBuildAnd(s->builder, a, b, ""), "");
  case LLVMAtomicRMWBinOpOr: return LLVMBuildOr(s->builder, a, b, "");
  case LLVMAtomicRMWBinOpXor: return LLVMBuildXor(s->builder, a, b, "");
  case LLVMAtomicRMWBinOpMax: return chosen(s, LLVMIntSGT, a, b);
  case LLVMAtomicRMWBinOpMin: return chosen(s, LLVMIntSLT, a, b);
  case LLVMAtomicRMWBinOpUMax: return chosen(s, LLVMIntUGT, a, b);
  case LLVMAtomicRMWBinOpUMin: return chosen(s, LLVMIntULT, a, b);
  default: return NULL;
  }
}

static bool change(const struct site *s) {
  LLVMTypeRef type = LLVMTypeOf(s->ins);
  LLVMValueRef place = LLVMGetOperand(s->ins, 0);
  if (LLVMGetAtomicRMWBinOp(s->ins) == LLVMAtomicRMWBinOpXchg) {
    exchange(s);
    return true;
  }
  if (LLVMGetAtomicRMWBinOp(s->ins) > LLVMAtomicRMWBinOpUMin) return false;
  call(s, "__VERIFIER_atomic_begin", nothing(s), NULL, 0);
  LLVMValueRef old = LLVMBuildLoad2(s->builder, type, place, "");
  LLVMBuildStore(s->builder, combined(s, old, LLVMGetOperand(s->ins, 1)), place);
  call(s, "__VERIFIER_atomic_end", nothing(s), NULL, 0);
  LLVMReplaceAllUsesWith(s->ins, old);
  return true;
}

/* The type of what the instruction handles at once; NULL: it is not atomic. */
static LLVMTypeRef handled(LLVMValueRef ins) {
  switch (LLVMGetInstructionOpcode(ins)) {
  case LLVMLoad: return LLVMGetOrdering(ins) ? LLVMTypeOf(ins) : NULL;
  case LLVMStore: return LLVMGetOrdering(ins) ? LLVMTypeOf(LLVMGetOperand(ins, 0)) : NULL;
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW: return LLVMTypeOf(LLVMGetOperand(ins, 1));
  default: return NULL;
  }
}

static bool is_wide(LLVMTypeRef type) {
  return type != NULL && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > LARGEST_WORD;
}

static bool translate(const struct site *s) {
  LLVMPositionBuilderBefore(s->builder, s->ins);
  LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(s->ins));
  switch (LLVMGetInstructionOpcode(s->ins)) {
  case LLVMLoad: load(s); return true;
  case LLVMStore: store(s); return true;
  case LLVMAtomicCmpXchg: compare_exchange(s); return true;
  default: return change(s);
  }
}

static void translate_block(struct site *s, LLVMBasicBlockRef block) {
  for (LLVMValueRef next, ins = LLVMGetFirstInstruction(block); ins != NULL; ins = next) {
    next = LLVMGetNextInstruction(ins);
    s->ins = ins;
    if (is_wide(handled(ins)) && translate(s)) LLVMInstructionEraseFromParent(ins);
  }
}

void wide_atomics_translate(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  struct site s = {.module = module, .context = context, .builder = LLVMCreateBuilderInContext(context)};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
      translate_block(&s, b);
  LLVMDisposeBuilder(s.builder);
}
