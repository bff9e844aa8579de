/* A test has a value for each object that nobody wrote and that mattered. Natively it must be that value, too: local
   objects are filled where they begin, and so are values that mem2reg made of variables (prepare.c). Each thread counts
   both in the same order as the interpreter does; the runtime knows values by these numbers (rt/replay/values.c).

   In: the module that was lowered. Out: the same with calls of the runtime. */
#include "front/fill.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

struct fill {
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMModuleRef module;
};

static LLVMValueRef runtime(struct fill *f, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  return function != NULL ? function : LLVMAddFunction(f->module, name, type);
}

static void go_before(struct fill *f, LLVMValueRef ins) {
  LLVMPositionBuilderBefore(f->builder, ins);
  LLVMSetCurrentDebugLocation2(f->builder, LLVMInstructionGetDebugLoc(ins));
}

/* Behind the allocas that a function begins with, or behind the instruction. */
static void go_behind(struct fill *f, LLVMValueRef ins) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(ins);
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)));
  bool leads = false;
  for (; LLVMIsAAllocaInst(first); first = LLVMGetNextInstruction(first)) leads = leads || first == ins;
  go_before(f, leads ? first : LLVMGetNextInstruction(ins));
}

static void fill_local(struct fill *f, LLVMValueRef behind, LLVMValueRef variable) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
  go_behind(f, behind);
  LLVMBuildCall2(f->builder, type, runtime(f, "hd_fill_local", type), &variable, 1, "");
}

static LLVMValueRef converted(struct fill *f, LLVMValueRef word, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind: return LLVMBuildIntToPtr(f->builder, word, type, "");
  case LLVMDoubleTypeKind: return LLVMBuildBitCast(f->builder, word, type, "");
  case LLVMFloatTypeKind:
    word = LLVMBuildTrunc(f->builder, word, LLVMInt32TypeInContext(f->context), "");
    return LLVMBuildBitCast(f->builder, word, type, "");
  default: return LLVMBuildIntCast2(f->builder, word, type, false, "");
  }
}

static void fill_value(struct fill *f, LLVMValueRef freeze, bool sanitized) {
  if (sanitized) {
    LLVMReplaceAllUsesWith(freeze, LLVMGetUndef(LLVMTypeOf(freeze)));
    return;
  }
  LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(f->context), NULL, 0, false);
  go_before(f, LLVMGetNextInstruction(freeze));
  LLVMValueRef word = LLVMBuildCall2(f->builder, type, runtime(f, "hd_fill_value", type), NULL, 0, "");
  LLVMReplaceAllUsesWith(freeze, converted(f, word, LLVMTypeOf(freeze)));
}

static void fill_instruction(struct fill *f, const struct ir_ins *ins, LLVMValueRef origin, bool sanitized) {
  if (ins->op == IR_UNDEF && ins->flags & IR_COUNTED && LLVMIsAFreezeInst(origin)) fill_value(f, origin, sanitized);
  else if (sanitized) return;
  else if (ins->op == IR_ALLOCA && ins->flags & IR_COUNTED) fill_local(f, origin, origin);
  else if (ins->op == IR_LIVE) fill_local(f, origin, LLVMGetOperand(origin, 1));
}

/* void hd_fill_globals(void): objects that are defined nowhere, whose contents are inputs of the test. */
static void define_missing(struct fill *f, const struct ir_program *program) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), size = LLVMIntPtrTypeInContext(f->context, layout);
  LLVMTypeRef nothing = LLVMVoidTypeInContext(f->context), parameters[] = {pointer, size, pointer};
  LLVMTypeRef taker = LLVMFunctionType(nothing, parameters, 3, false);
  LLVMValueRef function = LLVMAddFunction(f->module, "hd_fill_globals", LLVMFunctionType(nothing, NULL, 0, false));
  LLVMPositionBuilderAtEnd(f->builder, LLVMAppendBasicBlockInContext(f->context, function, ""));
  LLVMSetCurrentDebugLocation2(f->builder, NULL);
  for (uint64_t i = 0; i < program->nglobals; i++) {
    const struct ir_global *g = &program->globals[i];
    LLVMValueRef global = g->flags & IR_GLOBAL_EXTERN ? LLVMGetNamedGlobal(f->module, ir_text(program, g->name)) : NULL;
    if (global == NULL || !LLVMIsDeclaration(global) || g->size == 0 || g->flags & IR_GLOBAL_TLS) continue;
    LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
    LLVMSetLinkage(global, LLVMWeakAnyLinkage);
    LLVMSetGlobalConstant(global, false);
    LLVMValueRef arguments[] = {global, LLVMConstInt(size, g->size, false),
                                LLVMBuildGlobalStringPtr(f->builder, ir_text(program, g->name), "")};
    LLVMBuildCall2(f->builder, taker, runtime(f, "hd_unknown", taker), arguments, 3, "");
  }
  LLVMBuildRetVoid(f->builder);
}

void fill_program(LLVMModuleRef module, const struct ir_program *program, const lower_origins *origins,
                  bool sanitized) {
  struct fill f = {.module = module, .context = LLVMGetModuleContext(module)};
  f.builder = LLVMCreateBuilderInContext(f.context);
  for (uint64_t i = 0; i < program->nfunctions; i++) {
    const struct ir_function *function = &program->functions[i];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t k = function->first_ins; k < function->first_ins + function->nins; k++)
      fill_instruction(&f, &program->ins[k], origins->data[k], sanitized);
  }
  define_missing(&f, program);
  LLVMDisposeBuilder(f.builder);
}
