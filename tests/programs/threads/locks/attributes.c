// Attribute objects keep what is set.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
int main(void) {
  pthread_attr_t a;
  pthread_mutexattr_t m;
  pthread_condattr_t c;
  pthread_rwlockattr_t r;
  pthread_barrierattr_t b;
  int value;
  size_t size;
  clockid_t clock;
  assert(pthread_attr_init(&a) == 0);
  assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_setdetachstate(&a, 77) == EINVAL);
  assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setstacksize(&a, 10) == EINVAL);
  assert(pthread_attr_setguardsize(&a, 8192) == 0);
  assert(pthread_attr_getguardsize(&a, &size) == 0 && size == 8192);
  assert(pthread_attr_destroy(&a) == 0);
  assert(pthread_mutexattr_init(&m) == 0);
  assert(pthread_mutexattr_gettype(&m, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_settype(&m, 99) == EINVAL);
  assert(pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ERRORCHECK) == 0);
  assert(pthread_mutexattr_gettype(&m, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutexattr_getpshared(&m, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_condattr_init(&c) == 0);
  assert(pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&c, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_condattr_setclock(&c, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
  assert(pthread_condattr_getpshared(&c, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_rwlockattr_init(&r) == 0);
  assert(pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
  assert(pthread_rwlockattr_getkind_np(&r, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  assert(pthread_barrierattr_init(&b) == 0);
  assert(pthread_barrierattr_setpshared(&b, 5) == EINVAL);
  assert(pthread_barrierattr_getpshared(&b, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  return 0;
}
