/* Integers wider than the machine's word are read and written in words, the low one first: other threads may come in
   between. Done on the module, so that the interpreter and the native build have the same accesses. A program that
   creates no thread stays as it is. */
#include "front/split.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stddef.h>

static bool is_own_use(LLVMValueRef user, const struct map *own) {
  uint32_t unused;
  if (!LLVMIsAInstruction(user)) return true; /* a table of functions, say */
  return map_get(own, (uintptr_t)LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), &unused);
}

static bool creates_threads(LLVMModuleRef module, const struct map *own) {
  static const char *const names[] = {"pthread_create", "thrd_create"};
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(module, names[i]);
    for (LLVMUseRef use = f != NULL ? LLVMGetFirstUse(f) : NULL; use != NULL; use = LLVMGetNextUse(use))
      if (is_own_use(LLVMGetUser(use), own)) return true;
  }
  return false;
}

struct split {
  LLVMBuilderRef builder;
  LLVMTypeRef word;
  unsigned bits; /* of a word */
};

static unsigned words_of(const struct split *s, LLVMTypeRef type) {
  unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
  return width > s->bits && width <= 128 && width % s->bits == 0 ? width / s->bits : 1;
}

static LLVMValueRef word_at(const struct split *s, LLVMValueRef address, unsigned i) {
  LLVMValueRef index = LLVMConstInt(s->word, i, false);
  return i == 0 ? address : LLVMBuildGEP2(s->builder, s->word, address, &index, 1, "");
}

static void like(const struct split *s, LLVMValueRef piece, LLVMValueRef whole) {
  unsigned align = LLVMGetAlignment(whole);
  LLVMSetVolatile(piece, LLVMGetVolatile(whole));
  LLVMSetAlignment(piece, align < s->bits / 8 ? align : s->bits / 8);
}

static void split_load(const struct split *s, LLVMValueRef load, unsigned words) {
  LLVMTypeRef type = LLVMTypeOf(load);
  LLVMValueRef all = NULL;
  size_t length;
  for (unsigned i = 0; i < words; i++) {
    LLVMValueRef piece = LLVMBuildLoad2(s->builder, s->word, word_at(s, LLVMGetOperand(load, 0), i), "");
    like(s, piece, load);
    LLVMValueRef wide = LLVMBuildZExt(s->builder, piece, type, "");
    if (i > 0) wide = LLVMBuildShl(s->builder, wide, LLVMConstInt(type, (uint64_t)i * s->bits, false), "");
    all = i > 0 ? LLVMBuildOr(s->builder, all, wide, "") : wide;
  }
  const char *name = LLVMGetValueName2(load, &length);
  LLVMSetValueName2(all, name, length);
  LLVMReplaceAllUsesWith(load, all);
  LLVMInstructionEraseFromParent(load);
}

static void split_store(const struct split *s, LLVMValueRef store, unsigned words) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  for (unsigned i = 0; i < words; i++) {
    LLVMValueRef part = value;
    if (i > 0) part = LLVMBuildLShr(s->builder, value, LLVMConstInt(type, (uint64_t)i * s->bits, false), "");
    part = LLVMBuildTrunc(s->builder, part, s->word, "");
    like(s, LLVMBuildStore(s->builder, part, word_at(s, LLVMGetOperand(store, 1), i)), store);
  }
  LLVMInstructionEraseFromParent(store);
}

static void split_access(const struct split *s, LLVMValueRef ins) {
  bool loads = LLVMIsALoadInst(ins) != NULL;
  if ((!loads && !LLVMIsAStoreInst(ins)) || LLVMGetOrdering(ins) != LLVMAtomicOrderingNotAtomic) return;
  unsigned words = words_of(s, LLVMTypeOf(loads ? ins : LLVMGetOperand(ins, 0)));
  if (words == 1) return;
  LLVMPositionBuilderBefore(s->builder, ins);
  LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(ins));
  if (loads) split_load(s, ins, words);
  else split_store(s, ins, words);
}

static void split_function(const struct split *s, LLVMValueRef function) {
  LLVMValueRef next;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = next) {
      next = LLVMGetNextInstruction(ins);
      split_access(s, ins);
    }
}

void split_wide(LLVMModuleRef module, const struct map *own) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  uint32_t unused;
  if (!creates_threads(module, own)) return;
  struct split s = {.builder = LLVMCreateBuilderInContext(context),
                    .bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module))};
  s.word = LLVMIntTypeInContext(context, s.bits);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && map_get(own, (uintptr_t)f, &unused)) split_function(&s, f);
  LLVMDisposeBuilder(s.builder);
}
