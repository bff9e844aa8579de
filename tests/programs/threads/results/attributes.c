// Results of the functions of attributes, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

static char stack[65536];
static int got;
#define GIVES_BACK(call) (GIVES(0, call), printf("  %d\n", got))

static void of_threads(void) {
  pthread_attr_t a;
  size_t size = 0;
  void *low = NULL;
  struct sched_param parameters = {.sched_priority = 0};
  GIVES(0, pthread_attr_init(&a));
  GIVES_BACK(pthread_attr_getdetachstate(&a, &got));
  GIVES(0, pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED));
  GIVES_BACK(pthread_attr_getdetachstate(&a, &got));
  GIVES(EINVAL, pthread_attr_setdetachstate(&a, 7));
  GIVES_BACK(pthread_attr_getinheritsched(&a, &got));
  GIVES(0, pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED));
  GIVES_BACK(pthread_attr_getinheritsched(&a, &got));
  GIVES(EINVAL, pthread_attr_setinheritsched(&a, 7));
  GIVES_BACK(pthread_attr_getscope(&a, &got));
  GIVES(0, pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM));
  GIVES(ENOTSUP, pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS));
  GIVES(EINVAL, pthread_attr_setscope(&a, 7));
  GIVES_BACK(pthread_attr_getschedpolicy(&a, &got));
  GIVES(0, pthread_attr_setschedpolicy(&a, SCHED_RR));
  GIVES_BACK(pthread_attr_getschedpolicy(&a, &got));
  GIVES(EINVAL, pthread_attr_setschedpolicy(&a, 77));
  GIVES(0, pthread_attr_setschedpolicy(&a, SCHED_OTHER));
  GIVES(0, pthread_attr_setschedparam(&a, &parameters));
  GIVES(0, pthread_attr_getschedparam(&a, &parameters));
  parameters.sched_priority = 500;
  GIVES(EINVAL, pthread_attr_setschedparam(&a, &parameters));
  printf("  %d\n", parameters.sched_priority);
  GIVES(0, pthread_attr_setguardsize(&a, 123));
  GIVES(0, pthread_attr_getguardsize(&a, &size));
  printf("  %zu\n", size);
  GIVES(EINVAL, pthread_attr_setstacksize(&a, 1));
  GIVES(0, pthread_attr_setstacksize(&a, 1 << 20));
  GIVES(0, pthread_attr_getstacksize(&a, &size));
  printf("  %zu\n", size);
  GIVES(EINVAL, pthread_attr_setstack(&a, stack, 1));
  GIVES(0, pthread_attr_setstack(&a, stack, sizeof stack));
  GIVES(0, pthread_attr_getstack(&a, &low, &size));
  printf("  %d %zu\n", low == stack, size);
  GIVES(0, pthread_attr_destroy(&a));
}

static void of_mutexes(void) {
  pthread_mutexattr_t a;
  GIVES(0, pthread_mutexattr_init(&a));
  GIVES_BACK(pthread_mutexattr_gettype(&a, &got));
  GIVES(0, pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
  GIVES_BACK(pthread_mutexattr_gettype(&a, &got));
  GIVES(EINVAL, pthread_mutexattr_settype(&a, 7));
  GIVES(EINVAL, pthread_mutexattr_settype(&a, -1));
  GIVES_BACK(pthread_mutexattr_getpshared(&a, &got));
  GIVES(0, pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
  GIVES_BACK(pthread_mutexattr_getpshared(&a, &got));
  GIVES(EINVAL, pthread_mutexattr_setpshared(&a, 2));
  GIVES_BACK(pthread_mutexattr_getprotocol(&a, &got));
  GIVES(0, pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT));
  GIVES_BACK(pthread_mutexattr_getprotocol(&a, &got));
  GIVES(EINVAL, pthread_mutexattr_setprotocol(&a, 3));
  GIVES_BACK(pthread_mutexattr_getprioceiling(&a, &got));
  GIVES(0, pthread_mutexattr_setprioceiling(&a, 5));
  GIVES_BACK(pthread_mutexattr_getprioceiling(&a, &got));
  GIVES(EINVAL, pthread_mutexattr_setprioceiling(&a, 0));
  GIVES(EINVAL, pthread_mutexattr_setprioceiling(&a, 100));
  GIVES_BACK(pthread_mutexattr_getrobust(&a, &got));
  GIVES(0, pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED));
  GIVES(EINVAL, pthread_mutexattr_setrobust(&a, 7));
  GIVES_BACK(pthread_mutexattr_gettype(&a, &got));
  GIVES(0, pthread_mutexattr_destroy(&a));
}

static void of_conditions(void) {
  pthread_condattr_t a;
  clockid_t clock = 9;
  GIVES(0, pthread_condattr_init(&a));
  GIVES(0, pthread_condattr_getclock(&a, &clock));
  printf("  %d\n", (int)clock);
  GIVES(0, pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
  GIVES(EINVAL, pthread_condattr_setclock(&a, CLOCK_PROCESS_CPUTIME_ID));
  GIVES(0, pthread_condattr_getclock(&a, &clock));
  printf("  %d\n", (int)clock);
  GIVES_BACK(pthread_condattr_getpshared(&a, &got));
  GIVES(0, pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
  GIVES_BACK(pthread_condattr_getpshared(&a, &got));
  GIVES(EINVAL, pthread_condattr_setpshared(&a, 2));
  GIVES(0, pthread_condattr_destroy(&a));
}

static void of_others(void) {
  pthread_rwlockattr_t r;
  pthread_barrierattr_t b;
  GIVES(0, pthread_rwlockattr_init(&r));
  GIVES_BACK(pthread_rwlockattr_getkind_np(&r, &got));
  GIVES(0, pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
  GIVES_BACK(pthread_rwlockattr_getkind_np(&r, &got));
  GIVES(EINVAL, pthread_rwlockattr_setkind_np(&r, 7));
  GIVES_BACK(pthread_rwlockattr_getpshared(&r, &got));
  GIVES(0, pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_SHARED));
  GIVES_BACK(pthread_rwlockattr_getpshared(&r, &got));
  GIVES(EINVAL, pthread_rwlockattr_setpshared(&r, 2));
  GIVES(0, pthread_rwlockattr_destroy(&r));
  GIVES(0, pthread_barrierattr_init(&b));
  GIVES_BACK(pthread_barrierattr_getpshared(&b, &got));
  GIVES(0, pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED));
  GIVES_BACK(pthread_barrierattr_getpshared(&b, &got));
  GIVES(EINVAL, pthread_barrierattr_setpshared(&b, 2));
  GIVES(0, pthread_barrierattr_destroy(&b));
}

int main(void) {
  of_threads();
  of_mutexes();
  of_conditions();
  of_others();
  return 0;
}
