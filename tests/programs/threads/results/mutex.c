// Results of the functions of mutexes, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *other(void *arg) {
  (void)arg;
  GIVES(EBUSY, pthread_mutex_trylock(&plain));
  GIVES(EBUSY, pthread_mutex_trylock(&checking));
  GIVES(EBUSY, pthread_mutex_trylock(&recursive));
  GIVES(EPERM, pthread_mutex_unlock(&checking));
  GIVES(EPERM, pthread_mutex_unlock(&recursive));
  GIVES(ETIMEDOUT, pthread_mutex_timedlock(&checking, &past));
  GIVES(ETIMEDOUT, pthread_mutex_timedlock(&recursive, &before));
  GIVES(EINVAL, pthread_mutex_timedlock(&plain, &too_many));
  GIVES(EINVAL, pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, &negative));
  GIVES(ETIMEDOUT, pthread_mutex_clocklock(&recursive, CLOCK_MONOTONIC, &past));
  GIVES(EINVAL, pthread_mutex_clocklock(&recursive, CLOCK_PROCESS_CPUTIME_ID, &past));
  return NULL;
}

static void timed(void) {
  GIVES(0, pthread_mutex_timedlock(&plain, &past));
  GIVES(ETIMEDOUT, pthread_mutex_timedlock(&plain, &past));
  GIVES(EINVAL, pthread_mutex_timedlock(&plain, &negative));
  GIVES(0, pthread_mutex_unlock(&plain));
  GIVES(0, pthread_mutex_timedlock(&plain, &too_many));
  GIVES(0, pthread_mutex_unlock(&plain));
  GIVES(0, pthread_mutex_clocklock(&plain, CLOCK_REALTIME, &past));
  GIVES(ETIMEDOUT, pthread_mutex_clocklock(&plain, CLOCK_REALTIME, &past));
  GIVES(0, pthread_mutex_unlock(&plain));
  GIVES(EINVAL, pthread_mutex_clocklock(&plain, -1, &past));
  GIVES(0, pthread_mutex_timedlock(&checking, &past));
  GIVES(EDEADLK, pthread_mutex_timedlock(&checking, &past));
  GIVES(EDEADLK, pthread_mutex_timedlock(&checking, &negative));
  GIVES(EDEADLK, pthread_mutex_clocklock(&checking, CLOCK_REALTIME, &past));
  GIVES(0, pthread_mutex_unlock(&checking));
  GIVES(0, pthread_mutex_timedlock(&recursive, &past));
  GIVES(0, pthread_mutex_timedlock(&recursive, &negative));
  GIVES(0, pthread_mutex_unlock(&recursive));
  GIVES(0, pthread_mutex_unlock(&recursive));
}

int main(void) {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_mutexattr_t kind;
  GIVES(0, pthread_mutexattr_init(&kind));
  GIVES(0, pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK));
  GIVES(0, pthread_mutex_init(&mutex, &kind));
  GIVES(EPERM, pthread_mutex_unlock(&mutex));
  GIVES(0, pthread_mutex_destroy(&mutex));
  GIVES(0, pthread_mutex_init(&mutex, NULL));
  GIVES(0, pthread_mutex_lock(&mutex));
  GIVES(EBUSY, pthread_mutex_trylock(&mutex));
  GIVES(0, pthread_mutex_unlock(&mutex));
  GIVES(0, pthread_mutex_trylock(&mutex));
  GIVES(0, pthread_mutex_unlock(&mutex));
  GIVES(0, pthread_mutex_destroy(&mutex));
  timed();
  GIVES(0, pthread_mutex_lock(&plain));
  GIVES(0, pthread_mutex_lock(&checking));
  GIVES(EDEADLK, pthread_mutex_lock(&checking));
  GIVES(EBUSY, pthread_mutex_trylock(&checking));
  GIVES(0, pthread_mutex_lock(&recursive));
  GIVES(0, pthread_mutex_lock(&recursive));
  GIVES(0, pthread_mutex_trylock(&recursive));
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  return 0;
}
