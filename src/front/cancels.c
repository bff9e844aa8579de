/* Programs that have functions in place of some of the thread library's. A program with robust mutexes has those of
   rt/threads_robust.c. One that cancels threads has others whose waits can be cancelled (rt/threads_cancel.c), and a
   call of the library before each other cancellation point: it belongs to the line of that. Threads that let themselves
   be cancelled at once look before each operation that others can notice. One that can get signals from another thread
   or from outside has waits that handlers interrupt (rt/signals_waits.c).

   In other programs nothing is changed. */
#include "front/cancels.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "front/polls.h"

/* Of the library's functions that a group and those before it leave as they are: what robust mutexes need can be
   cancelled, too. */
static const char *const cancels[] = {"pthread_cancel", "__heddle_rt_cancel", "cancel_"};
static const char *const interrupts[] = {"__heddle_rt_signal", "__heddle_rt_pass_gate", "__heddle_rt_pass_or_signal"};
static const char *const is_robust[] = {"pthread_robust", "__heddle_rt_robust", "robust_"};
enum { PREFIXES = 3 };

static const struct group {
  const char *const *prefixes;
  const char *asking[10]; /* a program that uses one of these needs the group */
  struct {
    const char *name, *in_place;
  } rows[14];
} groups[] = {
    {is_robust,
     {"pthread_mutexattr_setrobust", "pthread_mutex_consistent", "pthread_mutex_getprioceiling",
      "pthread_mutex_setprioceiling"},
     {{"pthread_mutex_init", "pthread_robust_mutex_init"},
      {"pthread_mutex_lock", "pthread_robust_mutex_lock"},
      {"pthread_mutex_trylock", "pthread_robust_mutex_trylock"},
      {"pthread_mutex_unlock", "pthread_robust_mutex_unlock"},
      {"__heddle_mutex_timedlock", "__heddle_rt_robust_timedlock"},
      {"pthread_cond_wait", "pthread_robust_cond_wait"},
      {"__heddle_cond_timedwait", "__heddle_rt_robust_timedwait"},
      {"__heddle_thread_exit", "__heddle_rt_robust_exit"}}},
    {interrupts,
     {"kill", "killpg", "sigqueue", "pthread_kill", "pthread_sigqueue", "alarm", "ualarm", "setitimer", "timer_create"},
     {{"sem_wait", "__heddle_rt_signal_sem_wait"},
      {"sem_post", "__heddle_rt_signal_sem_post"},
      {"sem_timedwait", "__heddle_rt_signal_sem_timedwait"},
      {"sem_clockwait", "__heddle_rt_signal_sem_clockwait"},
      {"sleep", "__heddle_rt_signal_sleep"},
      {"usleep", "__heddle_rt_signal_usleep"},
      {"nanosleep", "__heddle_rt_signal_nanosleep"},
      {"clock_nanosleep", "__heddle_rt_signal_clock_nanosleep"},
      {"thrd_sleep", "__heddle_rt_signal_thrd_sleep"}}},
    {cancels,
     {"pthread_cancel"},
     {{"pthread_testcancel", "pthread_cancel_testcancel"},
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
      {"__heddle_thread_exit", "__heddle_rt_cancel_exit"}}}};
enum { GROUPS = sizeof groups / sizeof *groups };

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

/* By option signals come from outside: then the library's function for that is asked for. */
static bool needs(LLVMModuleRef program, const struct group *g) {
  if (g->prefixes == interrupts && LLVMGetNamedFunction(program, "__heddle_rt_signal_poll") != NULL) return true;
  for (unsigned i = 0; g->asking[i] != NULL; i++)
    if (is_used(program, g->asking[i]) && !defines(program, g->asking[i])) return true;
  return false;
}

void cancels_ask(LLVMModuleRef program) {
  for (const struct group *g = groups; g < groups + GROUPS; g++) {
    if (!needs(program, g)) continue;
    for (unsigned i = 0; g->rows[i].name != NULL; i++)
      if (g->prefixes != interrupts || is_used(program, g->rows[i].name)) declare(program, g->rows[i].in_place);
    if (g->prefixes != cancels) continue;
    declare(program, "pthread_cancel_point");
    if (is_used(program, "pthread_setcanceltype")) declare(program, "pthread_cancel_poll");
  }
}

static bool is_own(const struct map *own, LLVMValueRef function) {
  uint32_t unused;
  return map_get(own, (uintptr_t)function, &unused) && !LLVMIsDeclaration(function);
}

static bool is_kept(const struct group *g, const struct map *own, LLVMValueRef user) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
  for (; g < groups + GROUPS && !is_own(own, function); g++)
    for (unsigned i = 0; i < PREFIXES; i++)
      if (begins_with(LLVMGetValueName(function), g->prefixes[i])) return true;
  return false;
}

/* One use at a time: those inside of what takes its place stay. */
static bool replace_one(const struct group *g, const struct map *own, LLVMValueRef old, LLVMValueRef new) {
  for (LLVMUseRef use = LLVMGetFirstUse(old); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || is_kept(g, own, user)) continue;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
      if (LLVMGetOperand(user, i) == old) LLVMSetOperand(user, i, new);
    return true;
  }
  return false;
}

static void replace(const struct group *g, const struct map *own, LLVMModuleRef program) {
  for (unsigned i = 0; g->rows[i].name != NULL; i++) {
    LLVMValueRef old = LLVMGetNamedFunction(program, g->rows[i].name);
    LLVMValueRef new = LLVMGetNamedFunction(program, g->rows[i].in_place);
    if (old == NULL || new == NULL || LLVMIsDeclaration(new)) continue;
    while (replace_one(g, own, old, new)) {}
  }
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
  for (const struct group *g = groups; g < groups + GROUPS; g++) replace(g, own, program);
  LLVMValueRef point = LLVMGetNamedFunction(program, "pthread_cancel_point");
  if (point == NULL || LLVMIsDeclaration(point)) return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(program));
  for (LLVMValueRef f = LLVMGetFirstFunction(program); f != NULL; f = LLVMGetNextFunction(f))
    if (is_own(own, f)) insert_points(f, own, builder, point);
  LLVMDisposeBuilder(builder);
  polls_insert(program, own, "pthread_cancel_poll");
}
