/* threads.h on top of the POSIX functions: the types have the same contents, only names and results differ. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>
#include "threads_builtins.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t), "same contents");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t) && sizeof(tss_t) == sizeof(pthread_key_t), "same contents");

static int result_of(int error) {
  switch (error) {
  case 0: return thrd_success;
  case EBUSY: return thrd_busy;
  case ENOMEM: return thrd_nomem;
  case ETIMEDOUT: return thrd_timedout;
  default: return thrd_error;
  }
}

/* A function that returns int cannot be called as one that returns a pointer. */
struct start {
  thrd_start_t function;
  void *argument;
};

static void *run(void *p) {
  struct start start = *(struct start *)p;
  __heddle_free(p);
  return (void *)(intptr_t)start.function(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct start *start = __heddle_malloc(sizeof *start, _Alignof(struct start));
  *start = (struct start){function, argument};
  return result_of(pthread_create(thread, NULL, run, start));
}
int thrd_join(thrd_t thread, int *result) {
  void *value = NULL;
  int error = pthread_join(thread, &value);
  if (error == 0 && result != NULL) *result = (int)(intptr_t)value;
  return result_of(error);
}
int thrd_detach(thrd_t thread) { return result_of(pthread_detach(thread)); }
void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) { __heddle_yield(); }
int thrd_sleep(const struct timespec *duration, struct timespec *rest) {
  return clock_nanosleep(CLOCK_REALTIME, 0, duration, rest) == 0 ? 0 : -2;
}

int mtx_init(mtx_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if ((type & ~mtx_timed) == mtx_recursive) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  return result_of(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}
void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy((pthread_mutex_t *)mutex); }
int mtx_lock(mtx_t *mutex) { return result_of(pthread_mutex_lock((pthread_mutex_t *)mutex)); }
int mtx_trylock(mtx_t *mutex) { return result_of(pthread_mutex_trylock((pthread_mutex_t *)mutex)); }
int mtx_unlock(mtx_t *mutex) { return result_of(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }
int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until) {
  return result_of(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}

int cnd_init(cnd_t *condition) { return result_of(pthread_cond_init((pthread_cond_t *)condition, NULL)); }
void cnd_destroy(cnd_t *condition) { pthread_cond_destroy((pthread_cond_t *)condition); }
int cnd_signal(cnd_t *condition) { return result_of(pthread_cond_signal((pthread_cond_t *)condition)); }
int cnd_broadcast(cnd_t *condition) { return result_of(pthread_cond_broadcast((pthread_cond_t *)condition)); }
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return result_of(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until) {
  return result_of(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until));
}

void call_once(once_flag *flag, void (*initialise)(void)) { pthread_once((pthread_once_t *)flag, initialise); }

int tss_create(tss_t *key, tss_dtor_t destructor) { return result_of(pthread_key_create(key, destructor)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return result_of(pthread_setspecific(key, value)); }
