/* Locals to registers, with mem2reg alone: it touches only variables that are loaded and stored as a whole and whose
   address goes nowhere. sroa would also take arrays and structs apart, and an access beyond their end, which heddle
   must report, would disappear on the way.

   A variable that is read before it is written would vanish too: LLVM may take any value for it, and chooses one
   that makes other code simpler. So each such variable first gets a value that is explicitly unknown, once, where it
   is made. */
#include "front/prepare.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "util/error.h"

bool prepare_run(LLVMModuleRef module, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (error == NULL) return true;
  char *text = LLVMGetErrorMessage(error);
  error_say("LLVM cannot run its passes: %s", text);
  LLVMDisposeErrorMessage(text);
  return false;
}

static bool is_scalar(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind;
}

static bool is_plain_use(LLVMValueRef user, LLVMValueRef variable, LLVMTypeRef type) {
  if (LLVMIsALoadInst(user)) return !LLVMGetVolatile(user) && LLVMTypeOf(user) == type;
  if (!LLVMIsAStoreInst(user)) return false;
  LLVMValueRef value = LLVMGetOperand(user, 0);
  return !LLVMGetVolatile(user) && value != variable && LLVMTypeOf(value) == type;
}

/* Is this a variable that mem2reg turns into a register, and is it read at all? */
static bool becomes_register(LLVMValueRef variable, LLVMTypeRef type) {
  bool is_read = false;
  if (!is_scalar(type) || !LLVMIsAConstantInt(LLVMGetOperand(variable, 0))) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use != NULL; use = LLVMGetNextUse(use)) {
    if (!is_plain_use(LLVMGetUser(use), variable, type)) return false;
    if (LLVMIsALoadInst(LLVMGetUser(use))) is_read = true;
  }
  return is_read;
}

static void make_unknown(LLVMBuilderRef builder, LLVMValueRef variable, LLVMTypeRef type) {
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
  LLVMBuildStore(builder, LLVMBuildFreeze(builder, LLVMGetUndef(type), LLVMGetValueName(variable)), variable);
}

static void mark_locals(LLVMBuilderRef builder, LLVMValueRef function) {
  LLVMValueRef next;
  for (LLVMValueRef ins = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); ins != NULL; ins = next) {
    next = LLVMGetNextInstruction(ins);
    if (!LLVMIsAAllocaInst(ins) || next == NULL) continue;
    LLVMTypeRef type = LLVMGetAllocatedType(ins);
    if (becomes_register(ins, type)) make_unknown(builder, ins, type);
  }
}

bool prepare_registers(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) mark_locals(builder, f);
  LLVMDisposeBuilder(builder);
  return prepare_run(module, "function(mem2reg)");
}
