/* Makes the native version of a program: the very module that was lowered, with a call of the replay runtime before
   each instruction that the interpreter counts (ir_is_hook), so that both agree on how many a thread has executed.

   In: the linked module, the program lowered from it, and which LLVM instruction each of its instructions comes from.
   Out: bitcode with the program's own functions only. The models of the library become declarations again, to be found
   in the real C library; functions of the runtime (rt/replay/functions.def) take the place of those they stand for.
   What is defined nowhere gets a body that takes its result from the test. */
#include "front/instrument.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "../../rt/replay/hooks.h"
#include "front/fill.h"
#include "front/jumps.h"
#include "front/kept.h"
#include "front/watch.h"
#include "util/error.h"

#define SPARED "spared." /* before the names of functions that are not to be redirected */

struct block {
  uint32_t ins;
  LLVMValueRef call;
};

struct instrument {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  const struct ir_program *program;
  const lower_origins *origins;
  const struct map *own; /* definitions that are the program's own */
  struct map kept;       /* definitions of the library that stay */
  bool has_thread_locals;
  struct map prologues;      /* function -> first instruction of the copies it begins with */
  LLVMTypeRef number;        /* of the arguments of the runtime's functions */
  VEC(LLVMValueRef) unknown; /* functions that are defined nowhere */
  VEC(struct block) blocks;  /* block operations that the runtime does in pieces */
};

static const struct runtime_row {
  const char *name;
  bool always;
} runtime_rows[] = {
#define FUNCTION(name, always) {#name, always},
#include "../../rt/replay/functions.def"
#undef FUNCTION
};
enum { NROWS = sizeof runtime_rows / sizeof *runtime_rows };

static bool is_own(const struct instrument *s, LLVMValueRef value) {
  uint32_t unused;
  return map_get(s->own, (uintptr_t)value, &unused);
}

/* Does the runtime take the place of this function? */
static const struct runtime_row *runtime_row(const struct instrument *s, LLVMValueRef function) {
  const char *name = LLVMGetValueName(function);
  for (unsigned i = 0; i < NROWS; i++)
    if (!strcmp(name, runtime_rows[i].name))
      return runtime_rows[i].always || !is_own(s, function) ? &runtime_rows[i] : NULL;
  return NULL;
}

/* ---- calls of the runtime ---- */

static void build_call(struct instrument *s, const char *name, const uint32_t *values, unsigned count) {
  LLVMTypeRef parameters[3] = {s->number, s->number, s->number};
  LLVMValueRef arguments[3];
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(s->context), parameters, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(s->module, name);
  if (function == NULL) function = LLVMAddFunction(s->module, name, type);
  for (unsigned i = 0; i < count; i++) arguments[i] = LLVMConstInt(s->number, values[i], false);
  LLVMBuildCall2(s->builder, type, function, arguments, count, "");
}

/* The call belongs to the same source line. */
static void build_before(struct instrument *s, LLVMValueRef ins, const char *name, const uint32_t *values,
                         unsigned count) {
  LLVMPositionBuilderBefore(s->builder, ins);
  LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(ins));
  build_call(s, name, values, count);
}

static LLVMValueRef first_after_allocas(LLVMValueRef function) {
  LLVMValueRef ins = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(ins)) ins = LLVMGetNextInstruction(ins);
  return ins;
}

static enum hook_kind kind_of(const struct ir_ins *ins) {
  switch (ir_ops[ins->op].access) {
  case IR_ACCESS_READ: return HOOK_READ;
  case IR_ACCESS_WRITE: return HOOK_WRITE;
  case IR_ACCESS_UPDATE: return HOOK_UPDATE;
  default: return ins->op == IR_CALL ? HOOK_CALL : HOOK_BLOCK;
  }
}

/* A weak compare-and-swap that fails by chance stores what is there already, and says no. */
static void weaken(struct instrument *s, uint32_t ins, LLVMValueRef exchange) {
  LLVMTypeRef parameters[] = {s->number, s->number}, type = LLVMFunctionType(s->number, parameters, 2, false);
  LLVMValueRef fails = LLVMGetNamedFunction(s->module, "hd_weak"), expected = LLVMGetOperand(exchange, 1);
  if (fails == NULL) fails = LLVMAddFunction(s->module, "hd_weak", type);
  LLVMPositionBuilderBefore(s->builder, exchange);
  LLVMValueRef now = LLVMBuildLoad2(s->builder, LLVMTypeOf(expected), LLVMGetOperand(exchange, 0), "");
  LLVMValueRef same = LLVMBuildZExt(s->builder, LLVMBuildICmp(s->builder, LLVMIntEQ, now, expected, ""), s->number, "");
  LLVMValueRef arguments[] = {LLVMConstInt(s->number, ins, false), same};
  LLVMValueRef answer = LLVMBuildCall2(s->builder, type, fails, arguments, 2, "");
  LLVMValueRef goes = LLVMBuildICmp(s->builder, LLVMIntEQ, answer, LLVMConstInt(s->number, 0, false), "");
  LLVMSetOperand(exchange, 2, LLVMBuildSelect(s->builder, goes, LLVMGetOperand(exchange, 2), expected, ""));
  LLVMPositionBuilderBefore(s->builder, LLVMGetNextInstruction(exchange));
  LLVMValueRef done = LLVMBuildExtractValue(s->builder, exchange, 1, "");
  LLVMValueRef result = LLVMBuildInsertValue(s->builder, exchange, LLVMBuildAnd(s->builder, done, goes, ""), 1, "");
  LLVMReplaceAllUsesWith(exchange, result);
  LLVMSetOperand(done, 0, exchange);
  LLVMSetOperand(result, 0, exchange);
}

static bool is_block(LLVMValueRef callee) {
  static const char *const names[] = {"llvm.memcpy.", "llvm.memmove.", "llvm.memset."};
  for (unsigned i = 0; i < 3 && LLVMIsAFunction(callee); i++)
    if (!strncmp(LLVMGetValueName(callee), names[i], strlen(names[i]))) return true;
  return false;
}

/* `count` counted instructions from `first` on, all of one LLVM instruction. */
static void add_hook(struct instrument *s, uint32_t first, uint32_t count) {
  LLVMValueRef origin = s->origins->data[first];
  uint32_t values[] = {first, count, (uint32_t)kind_of(&s->program->ins[first])};
  if (LLVMIsAFunction(origin)) {
    map_put(&s->prologues, (uintptr_t)origin, first);
    build_before(s, first_after_allocas(origin), "hd_enter", values, 2);
    return;
  }
  LLVMValueRef callee = LLVMIsACallInst(origin) ? LLVMGetCalledValue(origin) : NULL;
  bool runtime = callee != NULL && LLVMIsAFunction(callee) && runtime_row(s, callee) != NULL;
  build_before(s, origin, runtime ? "hd_call" : "hd_access", values, runtime ? 1 : 3);
  if (kind_of(&s->program->ins[first]) == HOOK_BLOCK && callee != NULL && is_block(callee))
    vec_push(&s->blocks, ((struct block){.ins = first, .call = origin}));
  if (LLVMIsAAtomicCmpXchgInst(origin) && LLVMGetWeak(origin)) weaken(s, first, origin);
}

static uint32_t hooks_from(const struct instrument *s, uint32_t first, uint32_t end, uint32_t *next) {
  uint32_t count = 0, i = first;
  for (; i < end && s->origins->data[i] == s->origins->data[first]; i++)
    count += ir_is_hook(s->program, &s->program->ins[i]);
  *next = i;
  return count;
}

static LLVMBasicBlockRef block_of(const struct instrument *s, uint32_t ins) {
  LLVMValueRef origin = s->origins->data[ins];
  return LLVMIsAFunction(origin) ? NULL : LLVMGetInstructionParent(origin);
}

/* In place of a block operation; `from` is an address or the byte to fill it with. */
static void move_block(struct instrument *s, uint32_t ins, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(s->context, 0);
  LLVMTypeRef whole = LLVMIntPtrTypeInContext(s->context, LLVMGetModuleDataLayout(s->module));
  bool fills = LLVMGetTypeKind(LLVMTypeOf(from)) == LLVMIntegerTypeKind;
  LLVMTypeRef parameters[] = {s->number, pointer, fills ? s->number : pointer, whole};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(s->context), parameters, 4, false);
  const char *name = fills ? "hd_fill" : "hd_move";
  LLVMValueRef function = LLVMGetNamedFunction(s->module, name);
  if (function == NULL) function = LLVMAddFunction(s->module, name, type);
  LLVMValueRef arguments[] = {LLVMConstInt(s->number, ins, false), to,
                              fills ? LLVMBuildZExt(s->builder, from, s->number, "") : from,
                              LLVMBuildIntCast2(s->builder, size, whole, false, "")};
  LLVMBuildCall2(s->builder, type, function, arguments, 4, "");
}

/* ---- variable arguments ----
   The interpreter keeps all of them in memory; natively the first ones come in registers, and clang's code for va_arg
   takes another way to those. That way counts like the one the interpreter takes. */

static bool is_register_argument(LLVMBasicBlockRef block) {
  static const char prefix[] = "vaarg.in_reg";
  return block != NULL && !strncmp(LLVMGetBasicBlockName(block), prefix, sizeof prefix - 1);
}

static LLVMBasicBlockRef memory_way(LLVMBasicBlockRef block) {
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  LLVMValueRef branch = use != NULL ? LLVMGetUser(use) : NULL;
  if (branch == NULL || !LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2) return NULL;
  return LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == block ? 1 : 0);
}

static void count_like_memory(struct instrument *s, const struct ir_function *f, LLVMBasicBlockRef block) {
  LLVMBasicBlockRef other = memory_way(block);
  uint32_t values[] = {0, 0, HOOK_BLOCK};
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    if (block_of(s, i) != other || !ir_is_hook(s->program, &s->program->ins[i])) continue;
    if (values[1]++ == 0) values[0] = i;
  }
  if (other != NULL && values[1] > 0) build_before(s, LLVMGetFirstInstruction(block), "hd_access", values, 3);
}

static void hook_variable_arguments(struct instrument *s, const struct ir_function *f) {
  if (f->nins == 0) return;
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->origins->data[f->first_ins + f->nins - 1]));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    if (is_register_argument(b)) count_like_memory(s, f, b);
}

/* A call that is not counted but may be a step of the schedule: the runtime must know its number. */
static void note_call(struct instrument *s, uint32_t ins) {
  const struct ir_ins *call = &s->program->ins[ins];
  LLVMValueRef origin = s->origins->data[ins];
  if ((call->op != IR_CALL && call->op != IR_ICALL) || !LLVMIsACallInst(origin)) return;
  if (call->op == IR_CALL && runtime_row(s, LLVMGetCalledValue(origin)) == NULL) return;
  build_before(s, origin, "hd_plain", &ins, 1);
}

/* Where local objects end that others may see: not counted, but may be a step. */
static void note_end(struct instrument *s, uint32_t ins) {
  enum ir_op op = s->program->ins[ins].op;
  if (op == IR_RET || op == IR_STACKRESTORE || op == IR_LIVE || op == IR_DEAD)
    build_before(s, s->origins->data[ins], "hd_point", &ins, 1);
}

static bool has_objects(const struct instrument *s, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (s->program->ins[i].op == IR_ALLOCA) return true;
  return s->has_thread_locals;
}

static void hook_function(struct instrument *s, const struct ir_function *f) {
  uint32_t end = f->first_ins + f->nins, next;
  bool objects = has_objects(s, f);
  for (uint32_t i = f->first_ins; i < end; i = next) {
    next = i + 1;
    if (!ir_is_hook(s->program, &s->program->ins[i])) {
      note_call(s, i);
      if (objects) note_end(s, i);
      continue;
    }
    uint32_t count = hooks_from(s, i, end, &next);
    if (!is_register_argument(block_of(s, i))) add_hook(s, i, count);
  }
}

/* Of a parameter passed by value the type, else NULL. */
static LLVMTypeRef type_by_value(LLVMValueRef function, unsigned parameter) {
  static const char name[] = "byval";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind);
  return attribute != NULL ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static LLVMValueRef add_local(struct instrument *s, LLVMValueRef function, LLVMTypeRef type) {
  LLVMPositionBuilderBefore(s->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMSetCurrentDebugLocation2(s->builder, NULL);
  LLVMValueRef local = LLVMBuildAlloca(s->builder, type, "");
  LLVMSetAlignment(local, 16);
  return local;
}

/* The copies with which the function that is called begins are made before the call, so that the runtime makes them in
   pieces; `first` is the first instruction of that. In the call only the caller's copy is copied, which nobody sees. */
static void copy_arguments(struct instrument *s, LLVMValueRef call, LLVMValueRef callee, uint32_t first) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  uint32_t ins = first;
  for (unsigned i = 0; i < LLVMCountParams(callee); i++) {
    LLVMTypeRef type = type_by_value(callee, i);
    if (type == NULL) continue;
    while (s->program->ins[ins].op != IR_MEMCPY) ins++;
    LLVMValueRef local = add_local(s, caller, type), size = LLVMSizeOf(type);
    build_before(s, call, "hd_access", (uint32_t[]){ins, 1, HOOK_BLOCK}, 3);
    move_block(s, ins++, local, LLVMGetOperand(call, i), size);
    LLVMSetOperand(call, i, local);
  }
  build_before(s, call, "hd_before", &first, 1);
}

static bool does_not_return(LLVMValueRef call, LLVMValueRef callee) {
  static const char name[] = "noreturn";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) != NULL ||
         LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Calls that are not counted: of functions that copy their arguments, and of the C library. */
static void hook_call(struct instrument *s, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  uint32_t first;
  if (LLVMIsAFunction(callee) == NULL) return;
  if (map_get(&s->prologues, (uintptr_t)callee, &first)) {
    copy_arguments(s, call, callee, first);
  } else if (!is_own(s, callee) && LLVMGetIntrinsicID(callee) == 0 && runtime_row(s, callee) == NULL &&
             strncmp(LLVMGetValueName(callee), HOOK_PREFIX, strlen(HOOK_PREFIX)) != 0) {
    build_before(s, call, does_not_return(call, callee) ? "hd_hold" : "hd_library", NULL, 0);
  }
}

/* Natively the program would run on into whatever lies behind. Behind a call that does not return nothing happens. */
static void hook_unreachable(struct instrument *s, LLVMValueRef ins) {
  LLVMValueRef before = LLVMGetPreviousInstruction(ins);
  if (before == NULL || !LLVMIsACallInst(before)) build_before(s, ins, "hd_unreachable", NULL, 0);
}

static bool is_atomic(const char *name) {
  static const char prefix[] = "__VERIFIER_atomic_";
  return !strncmp(name, prefix, sizeof prefix - 1) && strcmp(name, "__VERIFIER_atomic_begin") &&
         strcmp(name, "__VERIFIER_atomic_end");
}

static void hook_other(struct instrument *s, LLVMValueRef function) {
  bool atomic = is_atomic(LLVMGetValueName(function));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = LLVMGetNextInstruction(ins)) {
      if (LLVMIsACallInst(ins)) hook_call(s, ins);
      if (LLVMIsAUnreachableInst(ins)) hook_unreachable(s, ins);
      if (atomic && LLVMIsAReturnInst(ins)) build_before(s, ins, "hd_atomic_leave", NULL, 0);
    }
  if (atomic) build_before(s, first_after_allocas(function), "hd_atomic_enter", NULL, 0);
}

/* What the runtime has to know about the program: that it has a clock, that it cancels threads. */
static void tell(struct instrument *s, const char *name) {
  LLVMValueRef told = LLVMAddGlobal(s->module, s->number, name);
  LLVMSetInitializer(told, LLVMConstInt(s->number, 1, false));
  LLVMSetGlobalConstant(told, true);
}

/* New threads begin with the signals blocked that their creators have: the runtime asks for them. */
static void show_mask(LLVMModuleRef module) {
  LLVMValueRef mask = LLVMGetNamedFunction(module, "__heddle_rt_mask");
  if (mask != NULL && !LLVMIsDeclaration(mask)) LLVMSetLinkage(mask, LLVMExternalLinkage);
}

static void add_hooks(struct instrument *s) {
  const struct ir_program *p = s->program;
  for (uint64_t i = 0; i < p->nglobals; i++)
    if ((p->globals[i].flags & (IR_GLOBAL_TLS | IR_GLOBAL_LIBRARY)) == IR_GLOBAL_TLS) s->has_thread_locals = true;
  for (uint64_t i = 0; i < p->nfunctions; i++) {
    if (p->functions[i].flags & IR_FN_LIBRARY) continue;
    hook_function(s, &p->functions[i]);
    hook_variable_arguments(s, &p->functions[i]);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f != NULL; f = LLVMGetNextFunction(f))
    if (is_own(s, f)) hook_other(s, f);
}

/* ---- what is not the program's own ---- */

static void rename_value(LLVMValueRef value, const char *name) { LLVMSetValueName2(value, name, strlen(name)); }

static void declare_function(struct instrument *s, LLVMValueRef old, const char *name) {
  char copy[256];
  snprintf(copy, sizeof copy, "%s", name);
  LLVMValueRef new = LLVMAddFunction(s->module, "", LLVMGlobalGetValueType(old));
  LLVMReplaceAllUsesWith(old, new);
  if (!is_own(s, old)) LLVMDeleteFunction(old);
  rename_value(new, copy);
}

static void declare_global(struct instrument *s, LLVMValueRef old) {
  char copy[256];
  snprintf(copy, sizeof copy, "%s", LLVMGetValueName(old));
  LLVMValueRef new = LLVMAddGlobal(s->module, LLVMGlobalGetValueType(old), "");
  LLVMSetThreadLocalMode(new, LLVMGetThreadLocalMode(old));
  LLVMReplaceAllUsesWith(old, new);
  LLVMDeleteGlobal(old);
  rename_value(new, copy);
}

static void delete_global(struct instrument *s, const char *name) {
  LLVMValueRef global = LLVMGetNamedGlobal(s->module, name);
  if (global != NULL) LLVMDeleteGlobal(global);
}

static bool stays(const struct instrument *s, LLVMValueRef value) {
  uint32_t unused;
  return is_own(s, value) || map_get(&s->kept, (uintptr_t)value, &unused);
}

/* Definitions of the library become declarations. */
static void strip_library(struct instrument *s) {
  LLVMValueRef next;
  delete_global(s, "llvm.used");
  delete_global(s, "llvm.compiler.used");
  for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f != NULL; f = next) {
    next = LLVMGetNextFunction(f);
    if (!LLVMIsDeclaration(f) && !stays(s, f)) declare_function(s, f, LLVMGetValueName(f));
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->module); g != NULL; g = next) {
    next = LLVMGetNextGlobal(g);
    if (!LLVMIsDeclaration(g) && !stays(s, g) && LLVMGetLinkage(g) != LLVMAppendingLinkage) declare_global(s, g);
  }
}

/* What only the library used would have to be found by the linker. */
static void drop_unused(struct instrument *s) {
  LLVMValueRef next;
  for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f != NULL; f = next) {
    next = LLVMGetNextFunction(f);
    if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) == NULL) LLVMDeleteFunction(f);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->module); g != NULL; g = next) {
    next = LLVMGetNextGlobal(g);
    if (LLVMIsDeclaration(g) && LLVMGetFirstUse(g) == NULL) LLVMDeleteGlobal(g);
  }
}

/* What the library itself calls is the C library's: the runtime's functions are steps of the program. */
static void spare_call(struct instrument *s, LLVMValueRef call) {
  char name[256];
  unsigned last = (unsigned)LLVMGetNumOperands(call) - 1;
  LLVMValueRef callee = LLVMGetOperand(call, last);
  if (!LLVMIsAFunction(callee) || runtime_row(s, callee) == NULL) return;
  snprintf(name, sizeof name, SPARED "%s", LLVMGetValueName(callee));
  LLVMValueRef spared = LLVMGetNamedFunction(s->module, name);
  if (spared == NULL) spared = LLVMAddFunction(s->module, name, LLVMGlobalGetValueType(callee));
  LLVMSetOperand(call, last, spared);
}

static void spare_library(struct instrument *s) {
  for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f != NULL; f = LLVMGetNextFunction(f)) {
    if (is_own(s, f) || !stays(s, f)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = LLVMGetNextInstruction(ins))
        if (LLVMIsACallInst(ins)) spare_call(s, ins);
  }
}

static void name_spared(struct instrument *s) {
  for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f != NULL; f = LLVMGetNextFunction(f))
    if (!strncmp(LLVMGetValueName(f), SPARED, strlen(SPARED))) rename_value(f, LLVMGetValueName(f) + strlen(SPARED));
}

static void redirect(struct instrument *s) {
  char name[256];
  for (unsigned i = 0; i < NROWS; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(s->module, runtime_rows[i].name);
    if (f == NULL || runtime_row(s, f) == NULL) continue;
    snprintf(name, sizeof name, HOOK_PREFIX "%s", runtime_rows[i].name);
    declare_function(s, f, name);
  }
}

/* ---- functions that are defined nowhere: their results are inputs, if the test was made so ---- */

static LLVMTypeRef result_in_memory(struct instrument *s, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return type;
  unsigned width = LLVMGetIntTypeWidth(type);
  return width > 64 ? NULL : LLVMIntTypeInContext(s->context, (width + 7) / 8 * 8);
}

static bool is_simple(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind || kind == LLVMVoidTypeKind;
}

/* T name(...) { T value; hd_unknown(&value, sizeof value, "name"); return value; } */
static void define_unknown(struct instrument *s, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function)), kept = result_in_memory(s, type);
  if (!is_simple(type) || kept == NULL) return;
  LLVMPositionBuilderAtEnd(s->builder, LLVMAppendBasicBlockInContext(s->context, function, ""));
  LLVMSetCurrentDebugLocation2(s->builder, NULL);
  LLVMSetLinkage(function, LLVMWeakAnyLinkage);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
    LLVMBuildRetVoid(s->builder);
    return;
  }
  LLVMTypeRef size = LLVMIntPtrTypeInContext(s->context, LLVMGetModuleDataLayout(s->module)),
              pointer = LLVMPointerTypeInContext(s->context, 0);
  LLVMTypeRef parameters[] = {pointer, size, pointer};
  LLVMTypeRef taker = LLVMFunctionType(LLVMVoidTypeInContext(s->context), parameters, 3, false);
  LLVMValueRef take = LLVMGetNamedFunction(s->module, "hd_unknown");
  if (take == NULL) take = LLVMAddFunction(s->module, "hd_unknown", taker);
  LLVMValueRef value = LLVMBuildAlloca(s->builder, kept, "");
  LLVMValueRef arguments[] = {value,
                              LLVMConstInt(size, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(s->module), kept), false),
                              LLVMBuildGlobalStringPtr(s->builder, LLVMGetValueName(function), "")};
  LLVMBuildCall2(s->builder, taker, take, arguments, 3, "");
  LLVMValueRef result = LLVMBuildLoad2(s->builder, kept, value, "");
  if (kept != type) result = LLVMBuildTrunc(s->builder, result, type, "");
  LLVMBuildRet(s->builder, result);
}

/* What the interpreter does not know either. Before the library's functions become declarations, too. */
static void find_unknown(struct instrument *s) {
  const struct ir_program *p = s->program;
  for (uint32_t i = 0; i < p->nfunctions; i++) {
    const char *name = ir_text(p, p->functions[i].name);
    LLVMValueRef f = LLVMGetNamedFunction(s->module, name);
    if (f == NULL || p->functions[i].flags & IR_FN_DEFINED || !LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f) != 0)
      continue;
    if (ir_function_is_hook(p, i) || runtime_row(s, f) != NULL || !strncmp(name, "__heddle_", 9)) continue;
    if (jumps_is_setjmp(f)) continue; /* the real one: it saves the native frame */
    vec_push(&s->unknown, f);
  }
}

/* ---- block operations: done by the runtime, when what watches them has been added ---- */

static void replace_blocks(struct instrument *s) {
  for (uint32_t i = 0; i < s->blocks.count; i++) {
    LLVMValueRef call = s->blocks.data[i].call;
    LLVMPositionBuilderBefore(s->builder, call);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(call));
    move_block(s, s->blocks.data[i].ins, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
    LLVMInstructionEraseFromParent(call);
  }
}

/* ---- the rest ---- */

static LLVMValueRef add_numbers(struct instrument *s, const char *name, LLVMValueRef value) {
  LLVMValueRef global = LLVMAddGlobal(s->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  return global;
}

static void add_ranges(struct instrument *s) {
  VEC(LLVMValueRef) numbers = {0};
  for (uint64_t i = 0; i < s->program->nfunctions; i++) {
    const struct ir_function *f = &s->program->functions[i];
    if (f->flags & IR_FN_LIBRARY || f->nins == 0) continue;
    vec_push(&numbers, LLVMConstInt(s->number, f->first_ins, false));
    vec_push(&numbers, LLVMConstInt(s->number, f->first_ins + f->nins, false));
  }
  add_numbers(s, HOOK_RANGES, LLVMConstArray2(s->number, numbers.data, numbers.count));
  add_numbers(s, HOOK_RANGE_COUNT, LLVMConstInt(s->number, numbers.count / 2, false));
  vec_free(&numbers);
}

/* What makes clang's passes look at a function. */
static void mark_for_sanitizer(struct instrument *s, const char *sanitizer) {
  char name[32];
  snprintf(name, sizeof name, "sanitize_%s", sanitizer);
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f != NULL; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(s->context, kind, 0));
}

static void rename_entry(struct instrument *s, const char *name) {
  LLVMValueRef entry = LLVMGetNamedFunction(s->module, name);
  LLVMSetLinkage(entry, LLVMExternalLinkage);
  rename_value(entry, HOOK_ENTRY);
}

static bool write_module(LLVMModuleRef module, const char *path) {
  char *why = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &why) != 0;
  if (broken) error_say("internal error in the instrumentation: %.*s", (int)strcspn(why, "\n"), why);
  LLVMDisposeMessage(why);
  if (broken) return false;
  if (LLVMWriteBitcodeToFile(module, path) == 0) return true;
  error_say("cannot write %s", path);
  return false;
}

/* A function of the C++ library that the interpreter has a model of: the runtime of native replay has none. */
static bool needs_cxx(LLVMModuleRef module, const struct map *own) {
  uint32_t unused;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (!map_get(own, (uintptr_t)f, &unused) && !strncmp(LLVMGetValueName(f), "_Z", 2)) return true;
  return false;
}

bool instrument_module(LLVMModuleRef module, const struct ir_program *program, const lower_origins *origins,
                       const struct map *program_values, const struct front_options *options) {
  struct instrument s = {.module = module,
                         .context = LLVMGetModuleContext(module),
                         .program = program,
                         .origins = origins,
                         .own = program_values};
  if (needs_cxx(module, program_values)) {
    error_say("native replay of C++ programs is not supported; replay without --native");
    return false;
  }
  s.builder = LLVMCreateBuilderInContext(s.context);
  s.number = LLVMInt32TypeInContext(s.context);
  find_unknown(&s);
  bool has_clock = LLVMGetNamedGlobal(module, "__heddle_rt_ticks") != NULL;
  bool cancels = LLVMGetNamedFunction(module, "pthread_cancel") != NULL;
  bool robust = LLVMGetNamedFunction(module, "pthread_mutexattr_setrobust") != NULL;
  add_hooks(&s);
  kept_find(module, program_values, &s.kept);
  strip_library(&s);
  spare_library(&s);
  for (uint32_t i = 0; i < s.unknown.count; i++) define_unknown(&s, s.unknown.data[i]);
  redirect(&s);
  name_spared(&s);
  drop_unused(&s);
  show_mask(module);
  if (has_clock) tell(&s, "hd_has_clock");
  if (cancels) tell(&s, "hd_cancels");
  if (robust) tell(&s, "hd_robust");
  bool sanitized = options->sanitize != NULL && !strcmp(options->sanitize, "memory");
  fill_program(module, program, origins, sanitized);
  if (options->watch) watch_program(module, program, origins, program_values, sanitized);
  replace_blocks(&s);
  add_ranges(&s);
  rename_entry(&s, options->entry);
  if (options->sanitize) mark_for_sanitizer(&s, options->sanitize);
  LLVMDisposeBuilder(s.builder);
  map_free(&s.prologues);
  map_free(&s.kept);
  vec_free(&s.unknown);
  vec_free(&s.blocks);
  return write_module(module, options->instrument);
}
