/* signal.h, for signals that a thread sends to itself: nobody else sends any. A handler runs before raise returns, as
   POSIX has it. What is blocked waits until its thread lets it in. Signals to other threads and alarms are refused. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "threads_builtins.h"

enum { LAST = 64 };
typedef unsigned long long bits;

static struct sigaction actions[LAST + 1];
static _Thread_local bits blocked, pending;
static _Thread_local int has_mask; /* it was set by this thread */
static int masks;                  /* some thread has set one; a new thread would inherit it */

static int fail(int error) {
  errno = error;
  return -1;
}
static int is_signal(int signal) { return signal > 0 && signal <= LAST; }
static bits bit_of(int signal) { return 1ULL << (signal - 1); }
static bits of_set(const sigset_t *set) {
  bits all;
  memcpy(&all, set, sizeof all);
  return all;
}
static void to_set(sigset_t *set, bits all) {
  memset(set, 0, sizeof *set);
  memcpy(set, &all, sizeof all);
}

int sigemptyset(sigset_t *set) {
  to_set(set, 0);
  return 0;
}
int sigfillset(sigset_t *set) {
  to_set(set, ~(3ULL << 31)); /* without the two that the C library keeps for itself */
  return 0;
}
int sigaddset(sigset_t *set, int signal) {
  if (!is_signal(signal)) return fail(EINVAL);
  bits all = of_set(set) | bit_of(signal);
  memcpy(set, &all, sizeof all);
  return 0;
}
int sigdelset(sigset_t *set, int signal) {
  if (!is_signal(signal)) return fail(EINVAL);
  bits all = of_set(set) & ~bit_of(signal);
  memcpy(set, &all, sizeof all);
  return 0;
}
int sigismember(const sigset_t *set, int signal) {
  if (!is_signal(signal)) return fail(EINVAL);
  return (of_set(set) & bit_of(signal)) != 0;
}

/* A new thread begins with the mask of its creator, which is not known here. */
static void need_mask(void) {
  if (!has_mask && __atomic_load_n(&masks, __ATOMIC_SEQ_CST))
    __heddle_unsupported("signals in a thread that may have inherited a mask");
}

static void get_action(int signal, struct sigaction *to) {
  __VERIFIER_atomic_begin();
  *to = actions[signal];
  __VERIFIER_atomic_end();
}

int sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old) {
  struct sigaction before, wanted;
  if (!is_signal(signal) || (new != NULL && (signal == SIGKILL || signal == SIGSTOP))) return fail(EINVAL);
  if (new != NULL) wanted = *new;
  __VERIFIER_atomic_begin();
  before = actions[signal];
  if (new != NULL) actions[signal] = wanted;
  __VERIFIER_atomic_end();
  if (old != NULL) *old = before;
  return 0;
}

sighandler_t signal(int number, sighandler_t handler) {
  struct sigaction new, old;
  memset(&new, 0, sizeof new);
  new.sa_handler = handler;
  new.sa_flags = SA_RESTART;
  sigaddset(&new.sa_mask, number);
  return sigaction(number, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

static int is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

static void deliver(int signal) {
  struct sigaction action;
  get_action(signal, &action);
  if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_ignored_by_default(signal))) return;
  if (action.sa_handler == SIG_DFL) {
    char text[80];
    snprintf(text, sizeof text, "signal %d ends the program: %s", signal, strsignal(signal));
    __heddle_fail("abort", text);
  }
  if (action.sa_flags & SA_SIGINFO) __heddle_unsupported("a handler of signals with SA_SIGINFO");
  if (action.sa_flags & SA_RESETHAND) {
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    sigaction(signal, &standard, NULL);
  }
  bits before = blocked;
  blocked |= of_set(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : bit_of(signal));
  action.sa_handler(signal);
  blocked = before;
}

static void deliver_pending(void) {
  for (int signal = 1; (pending & ~blocked) != 0 && signal <= LAST; signal++) {
    if (!(pending & ~blocked & bit_of(signal))) continue;
    pending &= ~bit_of(signal);
    deliver(signal);
    signal = 0;
  }
}

int raise(int signal) {
  if (!is_signal(signal)) return signal == 0 ? 0 : fail(EINVAL);
  need_mask();
  pending |= bit_of(signal);
  deliver_pending();
  return 0;
}

int pthread_sigmask(int how, const sigset_t *new, sigset_t *old) {
  if (new == NULL || how != SIG_SETMASK || old != NULL) need_mask();
  bits before = blocked, change = new != NULL ? of_set(new) : 0;
  if (new != NULL && how != SIG_BLOCK &&how != SIG_UNBLOCK &&how != SIG_SETMASK) return EINVAL;
  change &= ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
  if (new != NULL) has_mask = 1;
  if (new != NULL && !__atomic_load_n(&masks, __ATOMIC_SEQ_CST)) __atomic_store_n(&masks, 1, __ATOMIC_SEQ_CST);
  if (new != NULL) blocked = how == SIG_BLOCK ? before | change : how == SIG_UNBLOCK ? before & ~change : change;
  if (old != NULL) to_set(old, before);
  deliver_pending();
  return 0;
}

int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  int error = pthread_sigmask(how, new, old);
  return error == 0 ? 0 : fail(error);
}

int sigpending(sigset_t *set) {
  to_set(set, pending);
  return 0;
}

int kill(pid_t process, int signal) {
  if (process != getpid()) __heddle_unsupported("a signal to another process");
  if (signal != 0) __heddle_unsupported("a signal to the whole process");
  return 0;
}

int pthread_kill(pthread_t thread, int signal) {
  if (signal < 0 || signal > LAST) return EINVAL;
  if (signal == 0) return 0;
  if (thread != pthread_self()) __heddle_unsupported("a signal to another thread");
  return raise(signal) == 0 ? 0 : EINVAL;
}
