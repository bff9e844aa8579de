/* signal.h: sets as GNU has them, the interface of System V, stacks for handlers, and texts. */
#include <stdio.h>
#include <string.h>
#include "signals.h"

int __libc_current_sigrtmin(void) { return RT_FIRST_REALTIME + 2; } /* behind those that the C library keeps */
int __libc_current_sigrtmax(void) { return RT_SIGNALS; }

/* ---- sets */

static int set_to(sigset_t *set, bits all) {
  sigemptyset(set);
  memcpy(set, &all, sizeof all);
  return 0;
}

int sigisemptyset(const sigset_t *set) { return __heddle_rt_of_set(set) == 0; }
int sigandset(sigset_t *set, const sigset_t *a, const sigset_t *b) {
  return set_to(set, __heddle_rt_of_set(a) & __heddle_rt_of_set(b));
}
int sigorset(sigset_t *set, const sigset_t *a, const sigset_t *b) {
  return set_to(set, __heddle_rt_of_set(a) | __heddle_rt_of_set(b));
}

/* ---- System V */

static int change_mask(int how, int signal) {
  sigset_t set;
  sigemptyset(&set);
  return sigaddset(&set, signal) != 0 ? -1 : sigprocmask(how, &set, NULL);
}
int sighold(int signal) { return change_mask(SIG_BLOCK, signal); }
int sigrelse(int signal) { return change_mask(SIG_UNBLOCK, signal); }

int sigignore(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_IGN;
  return sigaction(signal, &action, NULL);
}

int siginterrupt(int signal, int interrupts) {
  struct sigaction action;
  if (sigaction(signal, NULL, &action) != 0) return -1;
  action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
  return sigaction(signal, &action, NULL);
}

/* ---- stacks: handlers run on the stack of their thread all the same, which nothing shows */

static _Thread_local stack_t stack = {.ss_flags = SS_DISABLE};

int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
  stack_t before = stack;
  if (new != NULL) {
    stack_t wanted = *new;
    if (wanted.ss_flags != 0 && wanted.ss_flags != SS_ONSTACK && wanted.ss_flags != SS_DISABLE) return fail(EINVAL);
    if (wanted.ss_flags != SS_DISABLE && wanted.ss_size < 2048) return fail(ENOMEM);
    wanted.ss_flags &= SS_DISABLE;
    if (wanted.ss_flags != 0) stack = (stack_t){.ss_flags = SS_DISABLE};
    else stack = wanted;
  }
  if (old != NULL) *old = before;
  return 0;
}

/* ---- texts */

void psignal(int signal, const char *text) {
  int has_text = text != NULL && *text != '\0';
  const char *known = sigdescr_np(signal);
  if (known != NULL) fprintf(stderr, "%s%s%s\n", has_text ? text : "", has_text ? ": " : "", known);
  else fprintf(stderr, "%s%sUnknown signal %d\n", has_text ? text : "", has_text ? ": " : "", signal);
}
