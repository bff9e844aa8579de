/* Locals to registers, with mem2reg alone: it touches only variables that are loaded and stored as a whole and whose
   address goes nowhere. sroa would also take arrays and structs apart, and an access beyond their end, which heddle
   must report, would disappear on the way.

   A variable that is read before it is written would vanish too: LLVM may take any value for it, and chooses one
   that makes other code simpler. So each variable that may become a register first gets a value that is explicitly
   unknown, where it begins. */
#include "front/prepare.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "front/scopes.h"
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
  if (scopes_is_start(user) || scopes_is_end(user)) return true;
  if (LLVMIsALoadInst(user)) return !LLVMGetVolatile(user) && LLVMTypeOf(user) == type;
  if (!LLVMIsAStoreInst(user)) return false;
  LLVMValueRef value = LLVMGetOperand(user, 0);
  return !LLVMGetVolatile(user) && value != variable && LLVMTypeOf(value) == type;
}

/* Is the variable loaded and stored as a whole, and nothing else? */
static bool is_plain(LLVMValueRef variable, LLVMTypeRef type) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use != NULL; use = LLVMGetNextUse(use))
    if (!is_plain_use(LLVMGetUser(use), variable, type)) return false;
  return true;
}

/* What is added here for mem2reg alone carries metadata of this kind. */
static unsigned mark_kind(LLVMValueRef ins) {
  static const char name[] = "heddle.mark";
  return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(ins)), name, sizeof name - 1);
}

static void mark(LLVMValueRef ins) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(ins));
  LLVMSetMetadata(ins, mark_kind(ins), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

static void make_unknown(LLVMBuilderRef builder, LLVMValueRef variable, LLVMTypeRef type, LLVMValueRef from) {
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(from));
  LLVMValueRef value = LLVMBuildFreeze(builder, LLVMGetUndef(type), LLVMGetValueName(variable));
  mark(LLVMBuildStore(builder, value, variable));
}

/* A variable of a block is another one each time the block is entered. */
static void make_unknown_at_starts(LLVMBuilderRef builder, LLVMValueRef variable, LLVMTypeRef type) {
  bool started = false;
  for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use != NULL; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (!scopes_is_start(user)) continue;
    make_unknown(builder, variable, type, user);
    started = true;
  }
  if (!started) make_unknown(builder, variable, type, variable);
}

/* A variable of a block whose address was in another variable of its own function only: as a register it would outlive
   the block. A use that mem2reg does not know keeps it in memory. */
static void keep_in_memory(LLVMBuilderRef builder, LLVMValueRef variable) {
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
  mark(LLVMBuildPtrToInt(builder, variable, LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(variable))), ""));
}

static void mark_locals(LLVMBuilderRef builder, LLVMValueRef function) {
  LLVMValueRef next;
  for (LLVMValueRef ins = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); ins != NULL; ins = next) {
    next = LLVMGetNextInstruction(ins);
    if (!LLVMIsAAllocaInst(ins) || next == NULL) continue;
    LLVMTypeRef type = LLVMGetAllocatedType(ins);
    if (!is_scalar(type) || !LLVMIsAConstantInt(LLVMGetOperand(ins, 0))) continue;
    if (!is_plain(ins, type) && scopes_ends_early(ins)) keep_in_memory(builder, ins);
    else make_unknown_at_starts(builder, ins, type);
  }
}

/* What stayed in memory needs none. */
static void remove_marks(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b), next; ins != NULL; ins = next) {
      next = LLVMGetNextInstruction(ins);
      if (!LLVMHasMetadata(ins) || LLVMGetMetadata(ins, mark_kind(ins)) == NULL) continue;
      LLVMValueRef value = LLVMGetOperand(ins, 0);
      LLVMInstructionEraseFromParent(ins);
      if (LLVMIsAFreezeInst(value) && LLVMGetFirstUse(value) == NULL) LLVMInstructionEraseFromParent(value);
    }
}

bool prepare_registers(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  scopes_unroll(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) mark_locals(builder, f);
  LLVMDisposeBuilder(builder);
  bool good = prepare_run(module, "function(mem2reg)");
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f)) remove_marks(f);
  return good;
}
