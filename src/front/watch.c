/* Tells the runtime of native replay what it needs for checks of its own: which memory is accessed and how, which
   objects there are and when they end, how many variable arguments were passed, the operands of arithmetic that can
   overflow.

   In: the module with the calls that follow a schedule, the program lowered from it. Out: the same with further calls,
   each right before the instruction that it is about (rt/replay/hooks.h lists them). What the program does is not
   changed. */
#include "front/watch.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "../../rt/replay/hooks.h"
#include "front/jumps.h"

struct watch {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTargetDataRef layout;
  LLVMTypeRef number, word, size, nothing; /* size: as wide as a pointer */
  const struct map *own;
  bool values; /* that are stored are told, too */
};

static LLVMValueRef constant(const struct watch *w, uint64_t value) { return LLVMConstInt(w->number, value, false); }
static LLVMValueRef bytes(const struct watch *w, uint64_t value) { return LLVMConstInt(w->size, value, false); }

static LLVMValueRef call(struct watch *w, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                         unsigned count) {
  LLVMTypeRef types[6];
  for (unsigned i = 0; i < count; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(w->module, name);
  if (function == NULL) function = LLVMAddFunction(w->module, name, type);
  return LLVMBuildCall2(w->builder, type, function, arguments, count, "");
}

static void go_before(struct watch *w, LLVMValueRef ins) {
  LLVMPositionBuilderBefore(w->builder, ins);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(ins));
}

/* ---- accesses ---- */

/* The pointer from which this one was computed by adding offsets: it says which object is meant. */
static LLVMValueRef base_of(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) ||
         (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static unsigned order_flags(LLVMAtomicOrdering order, bool reads, bool writes) {
  bool strong = order == LLVMAtomicOrderingAcquireRelease || order == LLVMAtomicOrderingSequentiallyConsistent;
  unsigned flags = order == LLVMAtomicOrderingNotAtomic ? 0 : TOUCH_ATOMIC;
  if (reads && (strong || order == LLVMAtomicOrderingAcquire)) flags |= TOUCH_ACQUIRE;
  if (writes && (strong || order == LLVMAtomicOrderingRelease)) flags |= TOUCH_RELEASE;
  return flags;
}

static void touch_as(struct watch *w, uint32_t number, LLVMValueRef address, LLVMValueRef size, LLVMValueRef flags) {
  LLVMValueRef arguments[] = {constant(w, number), flags, address, size, base_of(address)};
  call(w, "hd_touch", w->nothing, arguments, 5);
}

static void touch(struct watch *w, uint32_t number, LLVMValueRef address, LLVMValueRef size, unsigned flags) {
  touch_as(w, number, address, size, constant(w, flags));
}

static LLVMValueRef size_of(const struct watch *w, LLVMTypeRef type) {
  return bytes(w, LLVMStoreSizeOfType(w->layout, type));
}

/* llvm.memcpy, memmove and memset. */
static void touch_block(struct watch *w, uint32_t number, LLVMValueRef ins) {
  const char *name = LLVMGetValueName(LLVMGetCalledValue(ins));
  bool copies = !strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12);
  if (!copies && strncmp(name, "llvm.memset", 11) != 0) return;
  LLVMValueRef size = LLVMBuildIntCast2(w->builder, LLVMGetOperand(ins, 2), w->size, false, "");
  if (copies) touch(w, number, LLVMGetOperand(ins, 1), size, TOUCH_READ);
  touch(w, number, LLVMGetOperand(ins, 0), size, TOUCH_WRITE);
}

/* Nobody else runs between the comparison made here and the exchange: if it fails it only reads, in an order of its
   own. */
static void touch_exchange(struct watch *w, uint32_t number, LLVMValueRef ins) {
  LLVMValueRef address = LLVMGetOperand(ins, 0), expected = LLVMGetOperand(ins, 1);
  unsigned good = TOUCH_READ | TOUCH_WRITE | order_flags(LLVMGetCmpXchgSuccessOrdering(ins), true, true);
  unsigned bad = TOUCH_READ | order_flags(LLVMGetCmpXchgFailureOrdering(ins), true, false);
  LLVMValueRef now = LLVMBuildLoad2(w->builder, LLVMTypeOf(expected), address, "");
  LLVMValueRef equal = LLVMBuildICmp(w->builder, LLVMIntEQ, now, expected, "");
  LLVMValueRef flags = LLVMBuildSelect(w->builder, equal, constant(w, good), constant(w, bad), "");
  touch_as(w, number, address, size_of(w, LLVMTypeOf(expected)), flags);
}

/* The sanitizer follows a value into memory; there the runtime can ask about it. */
static void access_log_stored(struct watch *w, uint32_t number, LLVMValueRef value) {
  LLVMValueRef copy = LLVMBuildAlloca(w->builder, LLVMTypeOf(value), "");
  LLVMBuildStore(w->builder, value, copy);
  LLVMValueRef arguments[] = {constant(w, number), copy, size_of(w, LLVMTypeOf(value))};
  call(w, "hd_stored", w->nothing, arguments, 3);
}

static void watch_access(struct watch *w, uint32_t number, LLVMValueRef ins) {
  LLVMTypeRef type;
  switch (LLVMGetInstructionOpcode(ins)) {
  case LLVMLoad:
    touch(w, number, LLVMGetOperand(ins, 0), size_of(w, LLVMTypeOf(ins)),
          TOUCH_READ | order_flags(LLVMGetOrdering(ins), true, false));
    break;
  case LLVMStore:
    type = LLVMTypeOf(LLVMGetOperand(ins, 0));
    if (w->values) access_log_stored(w, number, LLVMGetOperand(ins, 0));
    touch(w, number, LLVMGetOperand(ins, 1), size_of(w, type),
          TOUCH_WRITE | order_flags(LLVMGetOrdering(ins), false, true));
    break;
  case LLVMAtomicRMW:
    touch(w, number, LLVMGetOperand(ins, 0), size_of(w, LLVMTypeOf(ins)),
          TOUCH_READ | TOUCH_WRITE | order_flags(LLVMGetOrdering(ins), true, true));
    break;
  case LLVMAtomicCmpXchg: touch_exchange(w, number, ins); break;
  case LLVMFence: {
    if (LLVMIsAtomicSingleThread(ins)) break;
    LLVMValueRef flags = constant(w, order_flags(LLVMGetOrdering(ins), true, true));
    call(w, "hd_fence", w->nothing, &flags, 1);
    break;
  }
  case LLVMCall:
    if (LLVMIsAFunction(LLVMGetCalledValue(ins))) touch_block(w, number, ins);
    break;
  default: break;
  }
}

/* ---- arithmetic ---- */

static enum hook_arithmetic arithmetic_of(LLVMValueRef ins) {
  switch (LLVMGetInstructionOpcode(ins)) {
  case LLVMAdd: return LLVMGetNSW(ins) ? ARITHMETIC_ADD : ARITHMETIC_NONE;
  case LLVMSub: return LLVMGetNSW(ins) ? ARITHMETIC_SUB : ARITHMETIC_NONE;
  case LLVMMul: return LLVMGetNSW(ins) ? ARITHMETIC_MUL : ARITHMETIC_NONE;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: return ARITHMETIC_SHIFT;
  default: return ARITHMETIC_NONE;
  }
}

static void watch_arithmetic(struct watch *w, uint32_t number, LLVMValueRef ins) {
  enum hook_arithmetic kind = arithmetic_of(ins);
  LLVMTypeRef type = LLVMTypeOf(ins);
  if (kind == ARITHMETIC_NONE || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64) return;
  LLVMValueRef arguments[] = {constant(w, number), constant(w, kind), constant(w, LLVMGetIntTypeWidth(type)), NULL,
                              NULL};
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef operand = LLVMGetOperand(ins, i);
    if (LLVMGetIntTypeWidth(type) < 64) operand = LLVMBuildSExt(w->builder, operand, w->word, "");
    arguments[3 + i] = operand;
  }
  call(w, "hd_arithmetic", w->nothing, arguments, 5);
}

/* ---- variable arguments: how many of them come in registers, and how much in memory ---- */

struct passed {
  unsigned integers, floats; /* registers of both kinds, if there were enough */
  uint64_t memory;           /* bytes of variable arguments */
};
enum { INTEGER_REGISTERS = 6, FLOAT_REGISTERS = 8 };

static LLVMTypeRef type_by_value(LLVMValueRef call, unsigned argument) {
  static const char name[] = "byval";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  return attribute != NULL ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static void add_passed(const struct watch *w, struct passed *p, LLVMValueRef call, unsigned argument, bool variable) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, argument)), by_value = type_by_value(call, argument);
  unsigned word = LLVMPointerSize(w->layout);
  uint64_t taken = (LLVMABISizeOfType(w->layout, by_value != NULL ? by_value : type) + word - 1) / word * word;
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool in_register = false;
  if (word == 4) in_register = false; /* all of them are in memory */
  else if (by_value == NULL && (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind))
    in_register = p->floats++ < FLOAT_REGISTERS;
  else if (by_value == NULL && (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind))
    in_register = (p->integers += (unsigned)(taken / 8)) <= INTEGER_REGISTERS;
  if (variable && !in_register) p->memory += taken;
}

static void watch_variable_arguments(struct watch *w, LLVMValueRef ins) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(ins);
  LLVMValueRef callee = LLVMGetCalledValue(ins);
  if (LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName(callee), "llvm.va_start", 13)) {
    LLVMValueRef list = LLVMGetOperand(ins, 0);
    LLVMPositionBuilderBefore(w->builder, LLVMGetNextInstruction(ins));
    call(w, "hd_va_start", w->nothing, &list, 1);
  } else if (LLVMIsFunctionVarArg(type)) {
    struct passed p = {0};
    for (unsigned i = 0; i < LLVMGetNumArgOperands(ins); i++) add_passed(w, &p, ins, i, i >= LLVMCountParamTypes(type));
    LLVMValueRef arguments[] = {constant(w, p.integers), constant(w, p.floats), bytes(w, p.memory)};
    call(w, "hd_variadic", w->nothing, arguments, 3);
  }
}

/* ---- objects ---- */

static LLVMValueRef after_allocas(LLVMValueRef function) {
  LLVMValueRef ins = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(ins)) ins = LLVMGetNextInstruction(ins);
  return ins;
}

static void announce_local(struct watch *w, LLVMValueRef alloca) {
  LLVMValueRef count = LLVMBuildIntCast2(w->builder, LLVMGetOperand(alloca, 0), w->size, false, "");
  LLVMValueRef size =
      LLVMBuildMul(w->builder, bytes(w, LLVMABISizeOfType(w->layout, LLVMGetAllocatedType(alloca))), count, "");
  LLVMValueRef arguments[] = {alloca, size};
  call(w, "hd_local", w->nothing, arguments, 2);
}

/* What a block begins and ends: its variables, and where the stack was before its arrays of variable length. */
static void watch_scope(struct watch *w, const struct ir_ins *ins, LLVMValueRef marker) {
  const char *name = ins->op == IR_LIVE           ? "hd_scope_begin"
                     : ins->op == IR_DEAD         ? "hd_scope_end"
                     : ins->op == IR_STACKRESTORE ? "hd_stack_restore"
                                                  : NULL;
  LLVMValueRef operand = name != NULL ? LLVMGetOperand(marker, ins->op == IR_STACKRESTORE ? 0 : 1) : NULL;
  if (name != NULL) call(w, name, w->nothing, &operand, 1);
}

/* Those at the function's beginning first, then each of the others behind itself. */
static void announce_locals(struct watch *w, LLVMValueRef function) {
  LLVMValueRef first = after_allocas(function);
  LLVMPositionBuilderBefore(w->builder, first);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(first));
  for (LLVMValueRef a = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); LLVMIsAAllocaInst(a);
       a = LLVMGetNextInstruction(a))
    announce_local(w, a);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = b == LLVMGetEntryBasicBlock(function) ? first : LLVMGetFirstInstruction(b), next; ins;
         ins = next) {
      next = LLVMGetNextInstruction(ins);
      if (!LLVMIsAAllocaInst(ins)) continue;
      go_before(w, next);
      announce_local(w, ins);
    }
}

/* Arguments passed by value are objects of the callee. */
static void announce_copies(struct watch *w, LLVMValueRef function) {
  static const char name[] = "byval";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  go_before(w, after_allocas(function));
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
    if (attribute == NULL) continue;
    LLVMValueRef arguments[] = {LLVMGetParam(function, i),
                                bytes(w, LLVMABISizeOfType(w->layout, LLVMGetTypeAttributeValue(attribute)))};
    call(w, "hd_local", w->nothing, arguments, 2);
  }
}

static bool watch_landing(struct watch *w, LLVMValueRef ins) {
  if (!LLVMIsACallInst(ins) || !jumps_is_setjmp(LLVMGetCalledValue(ins))) return false;
  LLVMValueRef arguments[] = {LLVMGetOperand(ins, 0), ins};
  LLVMPositionBuilderBefore(w->builder, LLVMGetNextInstruction(ins));
  call(w, "hd_landed", w->nothing, arguments, 2);
  return true;
}

/* A function that calls setjmp has a local object at least: with it the landing ends. */
static void watch_landings(struct watch *w, LLVMValueRef function) {
  bool lands = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = LLVMGetNextInstruction(ins))
      lands |= watch_landing(w, ins);
  if (!lands) return;
  LLVMPositionBuilderBefore(w->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMBuildAlloca(w->builder, w->number, "");
}

static void watch_objects(struct watch *w, LLVMValueRef function) {
  watch_landings(w, function);
  announce_locals(w, function);
  announce_copies(w, function);
  go_before(w, after_allocas(function));
  LLVMValueRef mark = call(w, "hd_frame", w->number, NULL, 0);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    if (!LLVMIsAReturnInst(last)) continue;
    go_before(w, last);
    call(w, "hd_frame_end", w->nothing, &mark, 1);
  }
}

static bool is_own_definition(const struct watch *w, LLVMValueRef value) {
  uint32_t unused;
  return map_get(w->own, (uintptr_t)value, &unused) && !LLVMIsDeclaration(value);
}

/* void hd_announce(void): calls hd_global for every global of the program, or hd_local for every thread-local one. */
static void define_announcer(struct watch *w, const char *name, const char *told, bool thread_locals) {
  LLVMTypeRef type = LLVMFunctionType(w->nothing, NULL, 0, false);
  LLVMValueRef function = LLVMAddFunction(w->module, name, type);
  LLVMPositionBuilderAtEnd(w->builder, LLVMAppendBasicBlockInContext(w->context, function, ""));
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  for (LLVMValueRef g = LLVMGetFirstGlobal(w->module); g != NULL; g = LLVMGetNextGlobal(g)) {
    if (!is_own_definition(w, g) || !LLVMIsThreadLocal(g) == thread_locals || LLVMGetLinkage(g) == LLVMAppendingLinkage)
      continue;
    LLVMValueRef arguments[] = {g, bytes(w, LLVMABISizeOfType(w->layout, LLVMGlobalGetValueType(g)))};
    call(w, told, w->nothing, arguments, 2);
  }
  LLVMBuildRetVoid(w->builder);
}

/* ---- the whole ---- */

static void watch_instructions(struct watch *w, const struct ir_program *p, const lower_origins *origins) {
  LLVMValueRef last = NULL;
  for (uint64_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      LLVMValueRef origin = origins->data[i];
      if (origin == last || !LLVMIsAInstruction(origin)) continue;
      last = origin;
      go_before(w, origin);
      watch_access(w, i, origin);
      watch_arithmetic(w, i, origin);
      watch_scope(w, &p->ins[i], origin);
      if (LLVMIsACallInst(origin)) watch_variable_arguments(w, origin);
    }
  }
}

void watch_program(LLVMModuleRef module, const struct ir_program *program, const lower_origins *origins,
                   const struct map *own, bool values) {
  struct watch w = {.module = module, .context = LLVMGetModuleContext(module), .own = own, .values = values};
  w.builder = LLVMCreateBuilderInContext(w.context);
  w.layout = LLVMGetModuleDataLayout(module);
  w.number = LLVMInt32TypeInContext(w.context);
  w.word = LLVMInt64TypeInContext(w.context);
  w.size = LLVMIntPtrTypeInContext(w.context, w.layout);
  w.nothing = LLVMVoidTypeInContext(w.context);
  watch_instructions(&w, program, origins);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (is_own_definition(&w, f)) watch_objects(&w, f);
  define_announcer(&w, "hd_announce_globals", "hd_global", false);
  define_announcer(&w, "hd_announce_thread_locals", "hd_local", true);
  LLVMDisposeBuilder(w.builder);
}
