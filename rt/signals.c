/* signal.h: sets, actions, masks, and signals that a thread sends to itself. A handler runs before raise returns, as
   POSIX has it. What is blocked waits until its thread lets it in. Other signals are in signals_sent.c: programs that
   cannot get any have nothing of that. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "signals.h"

static struct sigaction actions[RT_SIGNALS + 1];
_Thread_local bits __heddle_rt_blocked; /* a new thread begins with that of its creator: the interpreter copies it */
static _Thread_local struct rt_pending pending;

/* For native replay, which makes threads without the interpreter. */
bits *__heddle_rt_mask(void) { return &__heddle_rt_blocked; }

bits __heddle_rt_of_set(const sigset_t *set) {
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
  if (!rt_is_signal(signal)) return fail(EINVAL);
  bits all = __heddle_rt_of_set(set) | rt_bit(signal);
  memcpy(set, &all, sizeof all);
  return 0;
}
int sigdelset(sigset_t *set, int signal) {
  if (!rt_is_signal(signal)) return fail(EINVAL);
  bits all = __heddle_rt_of_set(set) & ~rt_bit(signal);
  memcpy(set, &all, sizeof all);
  return 0;
}
int sigismember(const sigset_t *set, int signal) {
  if (!rt_is_signal(signal)) return fail(EINVAL);
  return (__heddle_rt_of_set(set) & rt_bit(signal)) != 0;
}

static void get_action(int signal, struct sigaction *to) {
  __VERIFIER_atomic_begin();
  *to = actions[signal];
  __VERIFIER_atomic_end();
}

int __heddle_rt_has_handler(int signal) {
  struct sigaction action;
  get_action(signal, &action);
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

int sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old) {
  struct sigaction before, wanted;
  if (!rt_is_signal(signal) || (new != NULL && (signal == SIGKILL || signal == SIGSTOP))) return fail(EINVAL);
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

/* ---- signals on their way */

int __heddle_rt_add_signal(struct rt_pending *to, struct rt_signal signal) {
  struct rt_signal **end = &to->first, *new;
  if (to->set & rt_bit(signal.number) && signal.number < RT_FIRST_REALTIME) return 0;
  while (*end != NULL) end = &(*end)->next;
  new = __heddle_malloc(sizeof *new, RT_KEPT);
  *new = signal;
  new->next = NULL;
  *end = new;
  to->set |= rt_bit(signal.number);
  return 1;
}

static bits set_of(const struct rt_signal *first) {
  bits all = 0;
  for (; first != NULL; first = first->next) all |= rt_bit(first->number);
  return all;
}

int __heddle_rt_take_signal(struct rt_pending *from, bits wanted, struct rt_signal *taken) {
  wanted &= from->set;
  if (wanted == 0) return 0;
  int number = 1;
  while (!(wanted & rt_bit(number))) number++;
  struct rt_signal **at = &from->first, *found;
  while ((*at)->number != number) at = &(*at)->next;
  found = *at;
  *at = found->next;
  *taken = *found;
  __heddle_free(found);
  from->set = set_of(from->first);
  return number;
}

void __heddle_rt_show_signal(const struct rt_signal *signal, siginfo_t *about) {
  memset(about, 0, sizeof *about);
  about->si_signo = signal->number;
  about->si_code = signal->code;
  if (signal->code != SI_KERNEL && signal->code != SI_TIMER) {
    about->si_pid = getpid();
    about->si_uid = getuid();
  }
  if (signal->code == SI_QUEUE || signal->code == SI_TIMER) about->si_value = signal->value;
}

static void call(const struct sigaction *action, const struct rt_signal *signal) {
  siginfo_t about;
  if (!(action->sa_flags & SA_SIGINFO)) {
    action->sa_handler(signal->number);
    return;
  }
  __heddle_rt_show_signal(signal, &about);
  action->sa_sigaction(signal->number, &about, NULL);
}

/* Of several that come at once the first is interrupted by the next before it has begun, as Linux has it. */
static int deliver(const struct rt_signal *signal) {
  struct sigaction action;
  int number = signal->number;
  get_action(number, &action);
  if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_ignored_by_default(number)))
    return RT_NOT_HANDLED;
  if (action.sa_handler == SIG_DFL) {
    char text[80];
    snprintf(text, sizeof text, "signal %d ends the program: %s", number, strsignal(number));
    __heddle_fail("abort", text);
  }
  if (action.sa_flags & SA_RESETHAND) {
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    sigaction(number, &standard, NULL);
  }
  bits before = __heddle_rt_blocked;
  __heddle_rt_blocked |= __heddle_rt_of_set(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : rt_bit(number));
  __heddle_rt_deliver_all();
  call(&action, signal);
  __heddle_rt_blocked = before;
  return action.sa_flags & SA_RESTART ? RT_RESTARTS : RT_HANDLED;
}

/* What the thread has sent to itself, then what others have sent. */
int __heddle_rt_deliver_all(void) {
  const struct rt_sent *sent = __heddle_sent();
  struct rt_signal taken;
  int handled = RT_NOT_HANDLED;
  while (__heddle_rt_take_own(~__heddle_rt_blocked, &taken) != 0 ||
         (sent != NULL && sent->take(~__heddle_rt_blocked, &taken) != 0)) {
    int how = deliver(&taken);
    if (handled == RT_NOT_HANDLED) handled = how;
  }
  return handled;
}

int __heddle_rt_take_own(bits wanted, struct rt_signal *taken) {
  return __heddle_rt_take_signal(&pending, wanted, taken);
}

int __heddle_rt_is_due(void) {
  const struct rt_sent *sent = __heddle_sent();
  return ((pending.set | (sent != NULL ? sent->waiting() : 0)) & ~__heddle_rt_blocked) != 0;
}

int __heddle_rt_send_self(struct rt_signal signal) {
  __heddle_rt_add_signal(&pending, signal);
  __heddle_rt_deliver_all();
  return 0;
}

int raise(int signal) {
  if (!rt_is_signal(signal)) return signal == 0 ? 0 : fail(EINVAL);
  return __heddle_rt_send_self((struct rt_signal){.number = signal, .code = SI_TKILL});
}

/* A wait with another mask: what that lets in comes while it waits, the rest behind it. */
int __heddle_rt_wait_masked(const sigset_t *mask, int (*wait)(void *), void *with) {
  bits before = __heddle_rt_blocked;
  if (mask != NULL) __heddle_rt_blocked = __heddle_rt_of_set(mask) & ~(rt_bit(SIGKILL) | rt_bit(SIGSTOP));
  int result = wait(with);
  __heddle_rt_blocked = before;
  return result;
}

int pthread_sigmask(int how, const sigset_t *new, sigset_t *old) {
  bits before = __heddle_rt_blocked, change = new != NULL ? __heddle_rt_of_set(new) : 0;
  if (new != NULL && how != SIG_BLOCK &&how != SIG_UNBLOCK &&how != SIG_SETMASK) return EINVAL;
  change &= ~(rt_bit(SIGKILL) | rt_bit(SIGSTOP));
  if (new != NULL)
    __heddle_rt_blocked = how == SIG_BLOCK ? before | change : how == SIG_UNBLOCK ? before & ~change : change;
  if (old != NULL) to_set(old, before);
  __heddle_rt_deliver_all();
  return 0;
}

int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  int error = pthread_sigmask(how, new, old);
  return error == 0 ? 0 : fail(error);
}

int sigpending(sigset_t *set) {
  const struct rt_sent *sent = __heddle_sent();
  to_set(set, pending.set | (sent != NULL ? sent->waiting() : 0));
  return 0;
}
