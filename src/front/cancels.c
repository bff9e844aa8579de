/* A program that cancels threads has other functions in place of some of the thread library's, whose waits can be
   cancelled (rt/threads_cancel.c), and a call of the library before each other cancellation point: it belongs to the
   line of that. Threads that let themselves be cancelled at once look before each operation that others can notice.

   In other programs nothing is changed. */
#include "front/cancels.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "front/polls.h"

static const char asking[] = "pthread_cancel";
/* Of the library's functions that stay as they are. */
static const char *const prefixes[] = {"pthread_cancel", "__heddle_rt_cancel", "cancel_"};

static const struct {
  const char *name, *in_place;
} replaced[] = {{"pthread_testcancel", "pthread_cancel_testcancel"},
                {"pthread_setcancelstate", "pthread_cancel_setcancelstate"},
                {"pthread_setcanceltype", "pthread_cancel_setcanceltype"},
                {"pthread_cond_wait", "pthread_cancel_cond_wait"},
                {"__heddle_cond_timedwait", "__heddle_rt_cancel_timedwait"},
                {"pthread_cond_signal", "pthread_cancel_cond_signal"},
                {"pthread_cond_broadcast", "pthread_cancel_cond_broadcast"},
                {"pthread_cond_destroy", "pthread_cancel_cond_destroy"},
                {"pthread_join", "pthread_cancel_join"},
                {"pthread_detach", "pthread_cancel_detach"},
                {"sem_wait", "pthread_cancel_sem_wait"},
                {"__heddle_sem_post", "__heddle_rt_cancel_sem_post"},
                {"__heddle_thread_exit", "__heddle_rt_cancel_exit"}};
enum { REPLACED = sizeof replaced / sizeof *replaced };

/* Cancellation points of POSIX that are not among those. */
static const char *const points[] = {
    "accept",     "accept4",      "clock_nanosleep", "close",         "connect", "creat",      "epoll_pwait",
    "epoll_wait", "fcntl",        "fdatasync",       "fsync",         "msync",   "nanosleep",  "open",
    "open64",     "openat",       "pause",           "poll",          "ppoll",   "pread",      "pread64",
    "pselect",    "pwrite",       "pwrite64",        "read",          "readv",   "recv",       "recvfrom",
    "recvmsg",    "select",       "sem_clockwait",   "sem_timedwait", "send",    "sendmsg",    "sendto",
    "sigsuspend", "sigtimedwait", "sigwait",         "sigwaitinfo",   "sleep",   "thrd_sleep", "usleep",
    "write",      "writev"};

static bool begins_with(const char *text, const char *prefix) { return !strncmp(text, prefix, strlen(prefix)); }

static bool is_used(LLVMModuleRef program, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(program, name);
  return f != NULL && LLVMGetFirstUse(f) != NULL;
}

static bool defines(LLVMModuleRef program, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(program, name);
  return f != NULL && !LLVMIsDeclaration(f);
}

static void declare(LLVMModuleRef program, const char *name) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(program)), NULL, 0, false);
  if (LLVMGetNamedFunction(program, name) == NULL) LLVMAddFunction(program, name, type);
}

void cancels_ask(LLVMModuleRef program) {
  if (!is_used(program, asking) || defines(program, asking)) return;
  for (unsigned i = 0; i < REPLACED; i++) declare(program, replaced[i].in_place);
  declare(program, "pthread_cancel_point");
  if (is_used(program, "pthread_setcanceltype")) declare(program, "pthread_cancel_poll");
}

static bool is_own(const struct map *own, LLVMValueRef function) {
  uint32_t unused;
  return map_get(own, (uintptr_t)function, &unused) && !LLVMIsDeclaration(function);
}

static bool is_kept(const struct map *own, LLVMValueRef user) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
  for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!is_own(own, function) && begins_with(LLVMGetValueName(function), prefixes[i])) return true;
  return false;
}

/* One use at a time: those inside of what takes its place stay. */
static bool replace_one(const struct map *own, LLVMValueRef old, LLVMValueRef new) {
  for (LLVMUseRef use = LLVMGetFirstUse(old); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || is_kept(own, user)) continue;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
      if (LLVMGetOperand(user, i) == old) LLVMSetOperand(user, i, new);
    return true;
  }
  return false;
}

static void replace(LLVMModuleRef program, const struct map *own, const char *name, const char *in_place) {
  LLVMValueRef old = LLVMGetNamedFunction(program, name), new = LLVMGetNamedFunction(program, in_place);
  if (old != NULL && new != NULL)
    while (replace_one(own, old, new)) {}
}

static bool is_point(LLVMValueRef ins) {
  LLVMValueRef callee = LLVMIsACallInst(ins) ? LLVMGetCalledValue(ins) : NULL;
  if (callee == NULL || !LLVMIsAFunction(callee)) return false;
  for (unsigned i = 0; i < sizeof points / sizeof *points; i++)
    if (!strcmp(LLVMGetValueName(callee), points[i])) return true;
  return false;
}

static void insert_points(LLVMValueRef function, const struct map *own, LLVMBuilderRef builder, LLVMValueRef point) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins != NULL; ins = LLVMGetNextInstruction(ins)) {
      if (!is_point(ins) || is_own(own, LLVMGetCalledValue(ins))) continue;
      LLVMPositionBuilderBefore(builder, ins);
      LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(ins));
      LLVMBuildCall2(builder, LLVMGlobalGetValueType(point), point, NULL, 0, "");
    }
}

void cancels_insert(LLVMModuleRef program, const struct map *own) {
  LLVMValueRef point = LLVMGetNamedFunction(program, "pthread_cancel_point");
  if (point == NULL || LLVMIsDeclaration(point)) return;
  for (unsigned i = 0; i < REPLACED; i++) replace(program, own, replaced[i].name, replaced[i].in_place);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(program));
  for (LLVMValueRef f = LLVMGetFirstFunction(program); f != NULL; f = LLVMGetNextFunction(f))
    if (is_own(own, f)) insert_points(f, own, builder, point);
  LLVMDisposeBuilder(builder);
  polls_insert(program, own, "pthread_cancel_poll");
}
