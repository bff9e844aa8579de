/* Robust mutexes and ceilings of priorities, by the same rules as in the interpreter: rt/robust.h over the runtime's
   own operations. */
#define _GNU_SOURCE
#include <string.h>

#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the program under test knows these by their other names */

void hd_library(void);
int hd_pthread_mutex_init(void *mutex, const void *attributes);
int hd_pthread_mutex_lock(void *mutex);
int hd_pthread_mutex_trylock(void *mutex);
int hd_pthread_mutex_unlock(void *mutex);
int hd_pthread_cond_wait(void *condition, void *mutex);

#define ROBUST_LOCK hd_pthread_mutex_lock
#define ROBUST_UNLOCK hd_pthread_mutex_unlock
#define ROBUST_TURN hd_library
#define ROBUST_UNSUPPORTED(text) report_error("%s", text)
#include "../robust.h"

extern const unsigned hd_robust __attribute__((weak)); /* only programs that have such mutexes have it */

int robust_locked(void *mutex, int error) { return error || &hd_robust == NULL ? error : robust_got(mutex); }
int robust_waited(void *mutex, int error) {
  int again = &hd_robust == NULL ? 0 : robust_got_again(mutex);
  return again ? again : error;
}
void robust_thread_ends(void) {
  if (&hd_robust == NULL) return;
  hd_self->ins = LIBRARY;
  hd_self->counted = 0;
  robust_end();
}

int hd_pthread_robust_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  unsigned kind = 0;
  call_end();
  if (attributes) memcpy(&kind, attributes, sizeof kind);
  int error = hd_pthread_mutex_init(mutex, attributes);
  robust_begin(mutex, kind);
  memory_written(robust_of(mutex), sizeof(struct robust));
  return error;
}
int hd_pthread_robust_mutex_lock(pthread_mutex_t *mutex) {
  call_end();
  return robust_locked(mutex, hd_pthread_mutex_lock(mutex));
}
int hd_pthread_robust_mutex_trylock(pthread_mutex_t *mutex) {
  call_end();
  return robust_locked(mutex, hd_pthread_mutex_trylock(mutex));
}
int hd_pthread_robust_mutex_unlock(pthread_mutex_t *mutex) {
  call_end();
  return robust_give(mutex);
}
int hd_pthread_robust_cond_wait(void *condition, pthread_mutex_t *mutex) {
  call_end();
  return robust_waited(mutex, hd_pthread_cond_wait(condition, mutex));
}
int hd_pthread_mutex_consistent(pthread_mutex_t *mutex) {
  call_end();
  return robust_repair(mutex);
}
int hd_pthread_mutex_getprioceiling(pthread_mutex_t *mutex, int *ceiling) {
  call_end();
  int error = robust_ceiling(mutex, ceiling);
  if (!error) memory_written(ceiling, sizeof *ceiling);
  return error;
}
int hd_pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old) {
  call_end();
  int error = robust_set_ceiling(mutex, ceiling, old);
  if (!error && old) memory_written(old, sizeof *old);
  return error;
}
