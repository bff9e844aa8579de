/* Everything that sleeps or waits until a moment.

   Nobody knows how long anything takes, so a sleep is only a place where others may go on. A timed wait is an attempt
   made at some moment: it succeeds if the attempt does, and otherwise the time was over. The attempt may come as late
   as the scheduler likes, so that waiting first and then succeeding is among what can happen. */
#include <errno.h>
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

static int busy_is_late(int result) { return result == EBUSY ? ETIMEDOUT : result; }

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  (void)clock;
  return pthread_mutex_timedlock(mutex, until);
}
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  (void)clock;
  return pthread_cond_timedwait(condition, mutex, until);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
  (void)until;
  return busy_is_late(pthread_rwlock_tryrdlock(lock));
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  (void)until;
  return busy_is_late(pthread_rwlock_trywrlock(lock));
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
  (void)clock;
  return pthread_rwlock_timedrdlock(lock, until);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
  (void)clock;
  return pthread_rwlock_timedwrlock(lock, until);
}

static int attempt(sem_t *semaphore, int error) {
  if (__heddle_sem_trywait(semaphore) == 0) return 0;
  errno = error;
  return -1;
}

int sem_trywait(sem_t *semaphore) { return attempt(semaphore, EAGAIN); }

int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  (void)until;
  return attempt(semaphore, ETIMEDOUT);
}
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  (void)clock;
  return sem_timedwait(semaphore, until);
}
