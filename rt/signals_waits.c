/* Waiting for signals, and waits that signals interrupt. The functions here that have names of heddle's own take the
   place of others in programs that can get signals from another thread or from outside (src/front/cancels.c).

   A thread waits at a gate of its own, which both a signal and what it waits for open; then it looks again, in a
   section. A signal that has come before the thread began to wait was handled where it was looked for, before the call:
   the scheduler decides. Where there is something to get, a thread gets it though a signal has come, too: handlers then
   run before its next operation. */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
#include "clock.h"
#include "signals_sent.h"

/* ---- waits that a signal ends */

/* What could come while the thread waits. */
static int let_come(bits also, int certain) {
  if (__heddle_option(RT_OPTION_SIGNALS) > 0) __heddle_rt_let_outside_send(also);
  return __heddle_rt_let_timer_ring(also, certain) == RT_QUIET;
}

/* In a section: the thread waits for the gate, or it does not wait any more. A timer that was chosen not to ring while
   it waits rings on another path; where nobody goes on, that is the one. */
static void begin_to_wait(struct rt_record *own, const unsigned *gate, int would_ring) {
  if (gate == NULL) would_ring = 0;
  own->at = gate;
  __heddle_rt_timer_would_ring += would_ring - own->declined;
  own->declined = would_ring;
  if (gate != NULL) __heddle_sem_trywait(&own->gate); /* shut */
}

int __heddle_rt_pass_or_signal(unsigned *gate, int restarts) {
  for (;;) {
    int would_ring = let_come(0, 0);
    __VERIFIER_atomic_begin();
    struct rt_record *own = __heddle_rt_record_of(pthread_self());
    int passed = __heddle_sem_trywait(gate) == 0, come = !passed && __heddle_rt_is_due();
    begin_to_wait(own, passed || come ? NULL : gate, would_ring);
    __VERIFIER_atomic_end();
    if (passed) return 0;
    if (!come) {
      __heddle_rt_pass_gate(&own->gate);
      continue;
    }
    int how = __heddle_rt_deliver_all();
    if (how == RT_HANDLED || (how == RT_RESTARTS && !restarts)) return -EINTR;
  }
}

/* Milliseconds pass, unless a handler runs: how many are left then, at least one. */
static long let_pass(long milliseconds) {
  const long *clock = __heddle_clock();
  long begin = clock != NULL ? __atomic_load_n(&clock[RT_CLOCK_TICKS], __ATOMIC_RELAXED) : 0;
  sched_yield();
  for (;;) {
    if (__heddle_option(RT_OPTION_SIGNALS) > 0) __heddle_rt_let_outside_send(0);
    __VERIFIER_atomic_begin();
    int come = __heddle_rt_sent_table.comes_within(milliseconds);
    long rest = milliseconds - 1 - (clock != NULL ? clock[RT_CLOCK_TICKS] - begin : 0);
    if (!come) __heddle_rt_let_pass(milliseconds);
    __VERIFIER_atomic_end();
    if (!come) return 0;
    if (__heddle_rt_deliver_all() != RT_NOT_HANDLED) return rest > 0 ? rest : 1;
  }
}

/* ---- in place of those that are never interrupted */

int __heddle_rt_signal_sem_wait(sem_t *semaphore);
int __heddle_rt_signal_sem_wait(sem_t *semaphore) {
  pthread_testcancel();
  int error = __heddle_rt_pass_or_signal((unsigned *)semaphore, 1);
  return error == 0 ? 0 : fail(-error);
}

int __heddle_rt_signal_sem_post(sem_t *semaphore);
int __heddle_rt_signal_sem_post(sem_t *semaphore) {
  __VERIFIER_atomic_begin();
  int result = __heddle_sem_post(semaphore);
  __heddle_rt_sent_table.wake((unsigned *)semaphore);
  __VERIFIER_atomic_end();
  return result == 0 ? 0 : fail(EOVERFLOW);
}

/* How long it is until a moment, and that it has come. */
static long until(long moment) {
  const long *clock = __heddle_clock();
  return clock == NULL || moment < clock[RT_CLOCK_TICKS] ? 0 : moment - clock[RT_CLOCK_TICKS];
}

int __heddle_rt_signal_sem_timedwait(sem_t *semaphore, const struct timespec *limit);
int __heddle_rt_signal_sem_timedwait(sem_t *semaphore, const struct timespec *limit) {
  struct timespec copy = *limit;
  if (copy.tv_nsec < 0 || copy.tv_nsec >= 1000000000) return fail(EINVAL);
  long moment = __heddle_rt_moment(&copy);
  pthread_testcancel();
  for (;;) {
    if (__heddle_option(RT_OPTION_SIGNALS) > 0) __heddle_rt_let_outside_send(0);
    __VERIFIER_atomic_begin();
    int got = __heddle_sem_trywait(semaphore) == 0, come = !got && __heddle_rt_sent_table.comes_within(until(moment));
    if (!got && !come) __heddle_rt_reach(moment);
    __VERIFIER_atomic_end();
    if (got) return 0;
    if (!come) return fail(ETIMEDOUT);
    if (__heddle_rt_deliver_all() != RT_NOT_HANDLED) return fail(EINTR);
  }
}
int __heddle_rt_signal_sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *limit);
int __heddle_rt_signal_sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *limit) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return fail(EINVAL);
  return __heddle_rt_signal_sem_timedwait(semaphore, limit);
}

enum { LONGEST = 1 << 30 }; /* a sleep, in milliseconds: some 12 days */

unsigned __heddle_rt_signal_sleep(unsigned seconds);
unsigned __heddle_rt_signal_sleep(unsigned seconds) {
  pthread_testcancel();
  return (unsigned)(let_pass(seconds > LONGEST / 1000 ? LONGEST : (long)seconds * 1000) / 1000);
}

int __heddle_rt_signal_usleep(useconds_t microseconds);
int __heddle_rt_signal_usleep(useconds_t microseconds) {
  pthread_testcancel();
  return let_pass((long)((microseconds + 999UL) / 1000)) == 0 ? 0 : fail(EINTR);
}

int __heddle_rt_signal_clock_nanosleep(clockid_t clock, int flags, const struct timespec *request,
                                       struct timespec *rest);
int __heddle_rt_signal_clock_nanosleep(clockid_t clock, int flags, const struct timespec *request,
                                       struct timespec *rest) {
  struct timespec wanted = *request;
  if (!__heddle_rt_can_sleep(clock) || wanted.tv_sec < 0 || wanted.tv_nsec < 0 || wanted.tv_nsec >= 1000000000)
    return EINVAL;
  pthread_testcancel();
  if (flags & TIMER_ABSTIME) return let_pass(until(__heddle_rt_moment(&wanted))) == 0 ? 0 : EINTR;
  long whole = wanted.tv_sec >= LONGEST / 1000 ? LONGEST : (long)wanted.tv_sec * 1000;
  long left = let_pass(whole + (wanted.tv_nsec + 999999) / 1000000);
  if (left > 0 && rest != NULL) *rest = (struct timespec){left / 1000, left % 1000 * 1000000};
  return left > 0 ? EINTR : 0;
}
int __heddle_rt_signal_nanosleep(const struct timespec *request, struct timespec *rest);
int __heddle_rt_signal_nanosleep(const struct timespec *request, struct timespec *rest) {
  int error = __heddle_rt_signal_clock_nanosleep(CLOCK_REALTIME, 0, request, rest);
  return error == 0 ? 0 : fail(error);
}
int __heddle_rt_signal_thrd_sleep(const struct timespec *request, struct timespec *rest);
int __heddle_rt_signal_thrd_sleep(const struct timespec *request, struct timespec *rest) {
  int error = __heddle_rt_signal_clock_nanosleep(CLOCK_REALTIME, 0, request, rest);
  return error == 0 ? 0 : error == EINTR ? -1 : -2;
}

/* ---- waiting for signals */

/* Something may have come. Where nobody in the program can send anything, only the outside could end this: it is quiet,
   which is no deadlock. */
static void wait_for_some(bits wanted, bits from_outside_too) {
  int nobody = __heddle_senders() == NULL, would_ring = let_come(from_outside_too, nobody);
  if (nobody && __atomic_load_n(&__heddle_rt_on_their_way, __ATOMIC_SEQ_CST) == 0)
    __heddle_exit(0); /* when nobody else goes on */
  __VERIFIER_atomic_begin();
  struct rt_record *own = __heddle_rt_record_of(pthread_self());
  int has_come = ((own->pending.set | __heddle_rt_for_process.set) & wanted) != 0;
  begin_to_wait(own, has_come ? NULL : &own->gate, would_ring);
  __VERIFIER_atomic_end();
  if (!has_come) __heddle_rt_pass_gate(&own->gate);
}

static int take_any(bits wanted, struct rt_signal *taken) {
  int signal = __heddle_rt_take_own(wanted, taken);
  return signal != 0 ? signal : __heddle_rt_sent_table.take(wanted, taken);
}

/* 0: a handler of another signal ran first. */
static int wait_for(bits wanted, struct rt_signal *taken) {
  for (;;) {
    int signal = take_any(wanted, taken);
    if (signal != 0) return signal;
    if (__heddle_rt_deliver_all() != RT_NOT_HANDLED) return 0;
    wait_for_some(wanted | ~__heddle_rt_blocked, wanted);
  }
}

int sigwait(const sigset_t *restrict set, int *restrict result) {
  bits wanted = __heddle_rt_of_set(set);
  struct rt_signal taken;
  while (wait_for(wanted, &taken) == 0) {}
  *result = taken.number;
  return 0;
}

static int give_info(const struct rt_signal *signal, siginfo_t *about) {
  if (about != NULL) __heddle_rt_show_signal(signal, about);
  return signal->number;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict about) {
  struct rt_signal taken;
  return wait_for(__heddle_rt_of_set(set), &taken) != 0 ? give_info(&taken, about) : fail(EINTR);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict about, const struct timespec *restrict limit) {
  struct rt_signal taken;
  bits wanted = __heddle_rt_of_set(set), before = __heddle_rt_blocked;
  if (limit == NULL) return sigwaitinfo(set, about);
  if (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000) return fail(EINVAL);
  long milliseconds = (long)limit->tv_sec * 1000 + limit->tv_nsec / 1000000;
  for (;;) {
    if (take_any(wanted, &taken) != 0) return give_info(&taken, about);
    if (__heddle_option(RT_OPTION_SIGNALS) > 0) __heddle_rt_let_outside_send(wanted);
    __VERIFIER_atomic_begin();
    __heddle_rt_blocked &= ~wanted;
    int come = __heddle_rt_sent_table.comes_within(milliseconds);
    if (!come) __heddle_rt_let_pass(milliseconds);
    __heddle_rt_blocked = before;
    __VERIFIER_atomic_end();
    if (!come) return fail(EAGAIN);
    if (take_any(wanted, &taken) != 0) return give_info(&taken, about);
    if (__heddle_rt_deliver_all() != RT_NOT_HANDLED) return fail(EINTR);
  }
}

int pause(void) {
  while (__heddle_rt_deliver_all() == RT_NOT_HANDLED) wait_for_some(~__heddle_rt_blocked, 0);
  return fail(EINTR);
}

static int pause_with(void *unused) {
  (void)unused;
  return pause();
}

int sigsuspend(const sigset_t *set) { return __heddle_rt_wait_masked(set, pause_with, NULL); }
