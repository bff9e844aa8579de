/* Everything that sleeps or waits until a moment, and semaphores.

   Nobody knows how long anything takes: a sleep is a place where others may go on, and it ends at any moment. When it
   has ended, the clock shows its end at least. A timed wait is an attempt made at some moment: it succeeds if the
   attempt does, and otherwise the time was over, and the clock shows that. The attempt may come as late as the
   scheduler likes, so that waiting first and then succeeding is among what can happen. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>
#include "clock.h"
#include "threads_builtins.h"

int sched_yield(void) {
  __heddle_yield();
  return 0;
}
/* The header gives the old name to the same function; objects compiled without it do not. */
int old_yield(void) __asm__("pthread_yield");
int old_yield(void) { return sched_yield(); }

/* ---- the clock, where the program has one */

enum { LONGEST = 1 << 30 }; /* a sleep, in milliseconds: some 12 days */

static _Thread_local int sleeps; /* of this thread */

void __heddle_rt_reach(long moment) {
  long *clock = __heddle_clock();
  if (clock == NULL) return;
  if (__heddle_option(RT_OPTION_TIME_IS_INPUT))
    moment -= __atomic_load_n(&clock[RT_CLOCK_SECONDS], __ATOMIC_RELAXED) * 1000;
  __atomic_fetch_max(&clock[RT_CLOCK_TICKS], moment, __ATOMIC_RELAXED);
}

/* A sleep begins when it ends, for the clock: one step. What others let pass before that makes it longer. Whoever
   sleeps very often oversleeps, so that loops which sleep until a moment take few rounds. */
static void pass(long milliseconds) {
  __heddle_yield();
  __heddle_rt_let_pass(milliseconds);
}

void __heddle_rt_let_pass(long milliseconds) {
  long *ticks = __heddle_clock();
  if (ticks == NULL) return;
  long factor = RT_CLOCK_STEP(sleeps);
  sleeps++;
  __atomic_add_fetch(ticks, milliseconds > LONGEST / factor ? LONGEST : milliseconds * factor, __ATOMIC_RELAXED);
}

static long in_milliseconds(const struct timespec *t) {
  if (t->tv_sec >= LONGEST / 1000) return LONGEST;
  return (long)t->tv_sec * 1000 + (t->tv_nsec + 999999) / 1000000;
}

/* A moment on one of the two clocks, which are so far apart that they cannot be confused. */
long __heddle_rt_moment(const struct timespec *t) {
  struct timespec since = *t;
  if (since.tv_sec >= RT_CLOCK_START / 2) since.tv_sec -= RT_CLOCK_START;
  return since.tv_sec < 0 ? 0 : in_milliseconds(&since);
}

/* The time is over; the result says so. */
static int over(int result, const struct timespec *until) {
  if (result == ETIMEDOUT && __heddle_clock() != NULL) __heddle_rt_reach(__heddle_rt_moment(until));
  return result;
}

unsigned sleep(unsigned seconds) {
  pass(seconds > LONGEST / 1000 ? LONGEST : (long)seconds * 1000);
  return 0;
}

int usleep(useconds_t microseconds) {
  pass((long)((microseconds + 999UL) / 1000));
  return 0;
}

static int is_duration(const struct timespec *t) {
  return (t->tv_sec >= 0) & (t->tv_nsec >= 0) & (t->tv_nsec < 1000000000);
}

int __heddle_rt_can_sleep(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME || clock == CLOCK_TAI ||
         clock == CLOCK_PROCESS_CPUTIME_ID;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *rest) {
  (void)rest; /* nothing interrupts it, so nothing is left */
  if (!__heddle_rt_can_sleep(clock) || !is_duration(request)) return EINVAL;
  if (!(flags & TIMER_ABSTIME)) {
    pass(in_milliseconds(request));
    return 0;
  }
  __heddle_yield();
  over(ETIMEDOUT, request);
  return 0;
}

int nanosleep(const struct timespec *request, struct timespec *rest) {
  int error = clock_nanosleep(CLOCK_REALTIME, 0, request, rest);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

/* ---- until a moment of a clock */

static int is_moment(const struct timespec *t) {
  long part = t->tv_nsec;
  return (part >= 0) & (part < 1000000000);
}
static int is_clock(clockid_t clock) { return (clock == CLOCK_REALTIME) | (clock == CLOCK_MONOTONIC); }

/* The C library looks at the moment when it has to wait for the mutex, and of the others before anything else. */
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
  int result = __heddle_mutex_timedlock(mutex);
  return result == ETIMEDOUT && !is_moment(until) ? EINVAL : over(result, until);
}
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  return is_clock(clock) ? pthread_mutex_timedlock(mutex, until) : EINVAL;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  return is_moment(until) ? over(__heddle_cond_timedwait(condition, mutex), until) : EINVAL;
}
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  return is_clock(clock) ? pthread_cond_timedwait(condition, mutex, until) : EINVAL;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return is_moment(until) ? over(__heddle_rwlock_timedrdlock(lock), until) : EINVAL;
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return is_moment(until) ? over(__heddle_rwlock_timedwrlock(lock), until) : EINVAL;
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
  return is_clock(clock) ? pthread_rwlock_timedrdlock(lock, until) : EINVAL;
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
  return is_clock(clock) ? pthread_rwlock_timedwrlock(lock, until) : EINVAL;
}

/* ---- semaphores */

static int fails(int error) {
  errno = error;
  return -1;
}

int sem_init(sem_t *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > INT_MAX) return fails(EINVAL);
  __heddle_sem_init(semaphore, value);
  return 0;
}
int sem_post(sem_t *semaphore) { return __heddle_sem_post(semaphore) == 0 ? 0 : fails(EOVERFLOW); }
int sem_trywait(sem_t *semaphore) { return __heddle_sem_trywait(semaphore) == 0 ? 0 : fails(EAGAIN); }
int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  if (!is_moment(until)) return fails(EINVAL);
  return __heddle_sem_trywait(semaphore) == 0 ? 0 : fails(over(ETIMEDOUT, until));
}
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  return is_clock(clock) ? sem_timedwait(semaphore, until) : fails(EINVAL);
}

/* Two steps: the value may have changed when it is stored. */
int sem_getvalue(sem_t *semaphore, int *value) {
  *value = __heddle_sem_value(semaphore);
  return 0;
}
