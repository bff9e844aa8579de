/* Which definitions of the library stay in the native version of a program: the models of files and of what uses them.
   Natively they work on the same file system in memory, so that a replay finds the files of the test and touches
   nothing on the disk. Everything else of the library becomes a declaration again (instrument.c). */
#include "front/kept.h"

#include <string.h>

#include "util/vec.h"

struct search {
  LLVMModuleRef module;
  const struct map *own;
  struct map *kept;
  VEC(LLVMValueRef) work;
};

/* Names of the C library: the real ones do, unless they have to do with files. */
static bool is_public(const char *name) {
  static const char *const names[] = {
#define FUNCTION(name, header) #name,
#define DATA(name, header)
#define REFUSED(name, header) #name,
#include "../../rt/library.def"
#undef FUNCTION
#undef DATA
#undef REFUSED
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

static bool has(const struct map *map, LLVMValueRef value) {
  uint32_t unused;
  return map_get(map, (uintptr_t)value, &unused);
}

/* The runtime of native replay has its own. */
static bool is_of_runtime(LLVMValueRef value) {
  static const char *const names[] = {"__heddle_clock", "__heddle_rt_pass_gate"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(LLVMGetValueName(value), names[i])) return true;
  return false;
}

static void keep(struct search *s, LLVMValueRef value) {
  if (is_of_runtime(value)) return;
  if (LLVMIsDeclaration(value) || has(s->own, value) || has(s->kept, value)) return;
  map_put(s->kept, (uintptr_t)value, 1);
  vec_push(&s->work, value);
}

/* Functions of the library that mention the value, and those that mention them. */
static void keep_users(struct search *s, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user)) {
      LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
      if (has(s->own, function) || has(s->kept, function)) continue;
      keep(s, function);
      keep_users(s, function);
    } else if (!LLVMIsAGlobalValue(user)) {
      keep_users(s, user);
    }
  }
}

/* What a kept definition mentions: objects, and functions that the C library does not have. */
static void keep_mentioned(struct search *s, LLVMValueRef value) {
  if (LLVMIsAGlobalVariable(value)) keep(s, value);
  else if (LLVMIsAFunction(value)) {
    if (!is_public(LLVMGetValueName(value))) keep(s, value);
  } else if (LLVMIsAConstant(value)) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++) keep_mentioned(s, LLVMGetOperand(value, (unsigned)i));
  }
}

static void look_at(struct search *s, LLVMValueRef value) {
  if (LLVMIsAGlobalVariable(value)) {
    keep_mentioned(s, LLVMGetInitializer(value));
    return;
  }
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(value); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = LLVMGetNextInstruction(ins))
      for (int i = 0; i < LLVMGetNumOperands(ins); i++) {
        LLVMValueRef operand = LLVMGetOperand(ins, (unsigned)i);
        if (LLVMIsAConstant(operand)) keep_mentioned(s, operand);
      }
}

static void keep_roots(struct search *s, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    LLVMValueRef root = LLVMGetNamedFunction(s->module, names[i]);
    if (root == NULL) continue;
    keep(s, root);
    keep_users(s, root);
  }
}

void kept_find(LLVMModuleRef module, const struct map *own, struct map *kept) {
  /* Whoever asks for files, what only looks into a stream, and what knows the names of hosts. */
  static const char *const roots[] = {"__heddle_files", "__heddle_rt_files_begin",
                                      "clearerr",       "feof",
                                      "ferror",         "fileno",
                                      "dirfd",          "rewinddir",
                                      "seekdir",        "telldir",
                                      "__fsetlocking",  "__heddle_rt_has_peer",
                                      "freeaddrinfo"};
  /* Signals between threads: natively they come where the models say. */
  static const char *const signals[] = {"__heddle_rt_deliver_all", "sigaction", "sigprocmask", "__heddle_rt_mask"};
  static const char waits[] = "__heddle_rt_signal_"; /* those that take the place of others (cancels.c) */
  struct search s = {.module = module, .own = own, .kept = kept};
  if (LLVMGetNamedGlobal(module, "__heddle_rt_file_table") != NULL) keep_roots(&s, roots, sizeof roots / sizeof *roots);
  if (LLVMGetNamedGlobal(module, "__heddle_rt_sent_table") != NULL)
    keep_roots(&s, signals, sizeof signals / sizeof *signals);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (!strncmp(LLVMGetValueName(f), waits, sizeof waits - 1)) keep(&s, f);
  while (s.work.count > 0) look_at(&s, s.work.data[--s.work.count]);
  vec_free(&s.work);
}
