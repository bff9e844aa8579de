/* Everything that sleeps or waits until a moment, and semaphores.

   Nobody knows how long anything takes, so a sleep is only a place where others may go on. A timed wait is an attempt
   made at some moment: it succeeds if the attempt does, and otherwise the time was over. The attempt may come as late
   as the scheduler likes, so that waiting first and then succeeding is among what can happen. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>
#include "threads_builtins.h"

int sched_yield(void) {
  __heddle_yield();
  return 0;
}
/* The header gives the old name to the same function; objects compiled without it do not. */
int old_yield(void) __asm__("pthread_yield");
int old_yield(void) { return sched_yield(); }

unsigned sleep(unsigned seconds) {
  (void)seconds;
  __heddle_yield();
  return 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  __heddle_yield();
  return 0;
}

static int is_duration(const struct timespec *t) {
  return (t->tv_sec >= 0) & (t->tv_nsec >= 0) & (t->tv_nsec < 1000000000);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *rest) {
  (void)clock, (void)flags, (void)rest; /* nothing interrupts it, so nothing is left */
  if (!is_duration(request)) return EINVAL;
  __heddle_yield();
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
  return result == ETIMEDOUT && !is_moment(until) ? EINVAL : result;
}
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  return is_clock(clock) ? pthread_mutex_timedlock(mutex, until) : EINVAL;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  return is_moment(until) ? __heddle_cond_timedwait(condition, mutex) : EINVAL;
}
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  return is_clock(clock) ? pthread_cond_timedwait(condition, mutex, until) : EINVAL;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return is_moment(until) ? __heddle_rwlock_timedrdlock(lock) : EINVAL;
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return is_moment(until) ? __heddle_rwlock_timedwrlock(lock) : EINVAL;
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
  return __heddle_sem_trywait(semaphore) == 0 ? 0 : fails(ETIMEDOUT);
}
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  return is_clock(clock) ? sem_timedwait(semaphore, until) : fails(EINVAL);
}

/* Two steps: the value may have changed when it is stored. */
int sem_getvalue(sem_t *semaphore, int *value) {
  *value = __heddle_sem_value(semaphore);
  return 0;
}
