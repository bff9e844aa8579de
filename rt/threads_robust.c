/* Robust mutexes and ceilings of priorities: the functions that take the place of others in programs that have them. */
#include <string.h>
#include "threads_builtins.h"

#define ROBUST_LOCK pthread_mutex_lock
#define ROBUST_UNLOCK pthread_mutex_unlock
#define ROBUST_TURN()
#define ROBUST_UNSUPPORTED __heddle_unsupported
#include "robust.h"

int pthread_robust_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_robust_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  unsigned kind = 0;
  if (attributes != NULL) memcpy(&kind, attributes, sizeof kind);
  int error = pthread_mutex_init(mutex, attributes);
  robust_begin(mutex, kind);
  return error;
}

static int got(pthread_mutex_t *mutex, int error) { return error == 0 ? robust_got(mutex) : error; }

int pthread_robust_mutex_lock(pthread_mutex_t *mutex);
int pthread_robust_mutex_lock(pthread_mutex_t *mutex) { return got(mutex, pthread_mutex_lock(mutex)); }
int pthread_robust_mutex_trylock(pthread_mutex_t *mutex);
int pthread_robust_mutex_trylock(pthread_mutex_t *mutex) { return got(mutex, pthread_mutex_trylock(mutex)); }
int __heddle_rt_robust_timedlock(void *mutex);
int __heddle_rt_robust_timedlock(void *mutex) { return got(mutex, __heddle_mutex_timedlock(mutex)); }
int pthread_robust_mutex_unlock(pthread_mutex_t *mutex);
int pthread_robust_mutex_unlock(pthread_mutex_t *mutex) { return robust_give(mutex); }

static int waited(pthread_mutex_t *mutex, int error) {
  int again = robust_got_again(mutex);
  return again != 0 ? again : error;
}
int pthread_robust_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_robust_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return waited(mutex, pthread_cond_wait(condition, mutex));
}
int __heddle_rt_robust_timedwait(void *condition, void *mutex);
int __heddle_rt_robust_timedwait(void *condition, void *mutex) {
  return waited(mutex, __heddle_cond_timedwait(condition, mutex));
}

_Noreturn void __heddle_rt_robust_exit(void *result);
_Noreturn void __heddle_rt_robust_exit(void *result) {
  robust_end();
  __heddle_thread_exit(result);
}

int pthread_mutex_consistent(pthread_mutex_t *mutex) { return robust_repair(mutex); }
int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling) {
  return robust_ceiling((pthread_mutex_t *)mutex, ceiling);
}
int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old) {
  return robust_set_ceiling(mutex, ceiling, old);
}
