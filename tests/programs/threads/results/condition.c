// Results of the functions of condition variables, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond;
static int ready;

static void *other(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  ready = 1;
  GIVES(0, pthread_cond_signal(&cond));
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_condattr_t kind;
  GIVES(0, pthread_condattr_init(&kind));
  GIVES(0, pthread_cond_init(&cond, &kind));
  GIVES(0, pthread_cond_destroy(&cond));
  GIVES(0, pthread_cond_init(&cond, NULL));
  GIVES(0, pthread_cond_signal(&cond));
  GIVES(0, pthread_cond_broadcast(&cond));
  pthread_mutex_lock(&mutex);
  GIVES(ETIMEDOUT, pthread_cond_timedwait(&cond, &mutex, &past));
  GIVES(ETIMEDOUT, pthread_cond_timedwait(&cond, &mutex, &before));
  GIVES(EINVAL, pthread_cond_timedwait(&cond, &mutex, &too_many));
  GIVES(EINVAL, pthread_cond_timedwait(&cond, &mutex, &negative));
  GIVES(ETIMEDOUT, pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &past));
  GIVES(EINVAL, pthread_cond_clockwait(&cond, &mutex, CLOCK_REALTIME, &too_many));
  GIVES(EINVAL, pthread_cond_clockwait(&cond, &mutex, CLOCK_PROCESS_CPUTIME_ID, &past));
  GIVES(EBUSY, pthread_mutex_trylock(&mutex));
  pthread_create(&thread, NULL, other, NULL);
  while (!ready) GIVES(0, pthread_cond_wait(&cond, &mutex));
  GIVES(0, pthread_mutex_unlock(&mutex));
  pthread_join(thread, NULL);
  GIVES(0, pthread_cond_destroy(&cond));
  return 0;
}
