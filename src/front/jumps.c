/* setjmp and longjmp as edges of the control flow.

   The interpreter makes a jump in one step. Everybody who reads the program without running it must know where it can
   go: from each call that may not come back by a return. So the library's longjmp writes a variable of the thread, and
   each call that may reach it is followed by a look at that variable: where it is set, control goes to a place behind a
   setjmp of the same function, or returns to the caller, who looks, too. These branches are never taken when the
   program runs, since the interpreter jumps over them; but dependences, liveness and slices follow them like any
   others.

   A function that calls setjmp keeps its locals in memory: behind a jump they have their newest values, as in code
   compiled without optimisation. */
#include "front/jumps.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "util/map.h"

static const char flag_name[] = "__heddle_rt_jumped";

struct jumps {
  LLVMValueRef flag;
  struct map may;   /* functions that may jump out */
  bool any_pointer; /* one of them is called by its address */
};

static bool has(const struct map *set, LLVMValueRef f) {
  uint32_t unused;
  return map_get(set, (uintptr_t)f, &unused);
}

bool jumps_is_setjmp(LLVMValueRef callee) {
  static const char *const names[] = {"setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp"};
  if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(LLVMGetValueName(callee), names[i]) == 0) return true;
  return false;
}

static LLVMValueRef callee_of(LLVMValueRef ins) {
  return LLVMIsACallInst(ins) != NULL ? LLVMGetCalledValue(ins) : NULL;
}

static bool may_jump(const struct jumps *j, LLVMValueRef ins) {
  LLVMValueRef callee = callee_of(ins);
  if (callee == NULL || LLVMIsAInlineAsm(callee)) return false;
  return LLVMIsAFunction(callee) ? has(&j->may, callee) : j->any_pointer;
}

/* Is its address used for anything but a call? */
static bool is_pointed_to(LLVMValueRef f) {
  for (LLVMUseRef use = LLVMGetFirstUse(f); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == f) return true;
  }
  return false;
}

static bool calls_jump(const struct jumps *j, LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = LLVMGetNextInstruction(ins))
      if (may_jump(j, ins)) return true;
  return false;
}

/* From the jump itself to its callers, until nothing is added. */
static void find_jumpers(struct jumps *j, LLVMModuleRef module, LLVMValueRef jump) {
  bool more = true;
  map_put(&j->may, (uintptr_t)jump, 1);
  while (more) {
    more = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f)) {
      if (has(&j->may, f) || !calls_jump(j, f)) continue;
      map_put(&j->may, (uintptr_t)f, 1);
      j->any_pointer |= is_pointed_to(f);
      more = true;
    }
  }
}

static void look_behind(const struct jumps *j, LLVMBuilderRef builder, LLVMValueRef ins) {
  LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(j->flag)));
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(ins));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(ins));
  if (jumps_is_setjmp(callee_of(ins))) LLVMBuildStore(builder, LLVMConstInt(type, 0, false), j->flag);
  else LLVMBuildLoad2(builder, type, j->flag, "jumped");
}

static void add_attribute(LLVMValueRef f, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(f));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
}

static void add_looks(const struct jumps *j, LLVMBuilderRef builder, LLVMValueRef f) {
  bool lands = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b), next; ins != NULL; ins = next) {
      next = LLVMGetNextInstruction(ins);
      LLVMValueRef callee = callee_of(ins);
      if (callee == NULL || (!jumps_is_setjmp(callee) && !may_jump(j, ins))) continue;
      lands |= jumps_is_setjmp(callee);
      look_behind(j, builder, ins);
    }
  if (!lands) return;
  add_attribute(f, "optnone");
  add_attribute(f, "noinline");
}

/* What may jump comes back, for those who read the program. */
static void forget_noreturn(LLVMValueRef f) {
  static const char name[] = "noreturn";
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
}

void jumps_prepare(LLVMModuleRef module) {
  struct jumps j = {.flag = LLVMGetNamedGlobal(module, flag_name)};
  LLVMValueRef jump = LLVMGetNamedFunction(module, "__heddle_jump");
  if (j.flag == NULL || jump == NULL) return; /* nobody jumps */
  find_jumpers(&j, module, jump);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f)) {
    if (has(&j.may, f)) forget_noreturn(f);
    add_looks(&j, builder, f);
  }
  LLVMDisposeBuilder(builder);
  map_free(&j.may);
}

static bool is_flag(LLVMValueRef address) {
  return LLVMIsAGlobalVariable(address) && strcmp(LLVMGetValueName(address), flag_name) == 0;
}

bool jumps_is_look(LLVMValueRef ins) {
  return LLVMIsALoadInst(ins) && is_flag(LLVMGetOperand(ins, 0)) && strncmp(LLVMGetValueName(ins), "jumped", 6) == 0;
}

bool jumps_is_landing(LLVMValueRef ins) {
  return LLVMIsAStoreInst(ins) && is_flag(LLVMGetOperand(ins, 1)) && LLVMIsAConstantInt(LLVMGetOperand(ins, 0));
}
