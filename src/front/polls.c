/* Signals come between two operations of their thread. Programs that can get some have a call of the library before
   each access to memory that is no local variable of the function, and before each call of the library. It belongs to
   the line of what follows. */
#include "front/polls.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static bool is_local_place(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address)) address = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(address) != NULL;
}

static bool is_own(const struct map *own, LLVMValueRef function) {
  uint32_t unused;
  return map_get(own, (uintptr_t)function, &unused);
}

static bool is_call(const struct map *own, LLVMValueRef call) {
  static const char debug[] = "llvm.dbg.";
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee)) return false; /* what it leads to has its own */
  const char *name = LLVMGetValueName(callee);
  if (LLVMGetIntrinsicID(callee) != 0) return !strncmp(name, "llvm.mem", 8) && strncmp(name, debug, sizeof debug - 1);
  return !is_own(own, callee);
}

static bool is_place(const struct map *own, LLVMValueRef ins) {
  switch (LLVMGetInstructionOpcode(ins)) {
  case LLVMLoad: return !is_local_place(LLVMGetOperand(ins, 0));
  case LLVMStore: return !is_local_place(LLVMGetOperand(ins, 1));
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return true;
  case LLVMCall: return is_call(own, ins);
  default: return false;
  }
}

static void insert_into(LLVMValueRef function, const struct map *own, LLVMBuilderRef builder, LLVMValueRef poll) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = LLVMGetNextInstruction(ins)) {
      if (!is_place(own, ins)) continue;
      LLVMPositionBuilderBefore(builder, ins);
      LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(ins));
      LLVMBuildCall2(builder, LLVMGlobalGetValueType(poll), poll, NULL, 0, "");
    }
}

void polls_insert(LLVMModuleRef module, const struct map *own, const char *name) {
  LLVMValueRef poll = LLVMGetNamedFunction(module, name);
  if (poll == NULL || LLVMIsDeclaration(poll)) return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (is_own(own, f) && !LLVMIsDeclaration(f)) insert_into(f, own, builder, poll);
  LLVMDisposeBuilder(builder);
}
