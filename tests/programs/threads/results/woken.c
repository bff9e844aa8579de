// Results that depend on who comes first: timed waits that somebody ends, and a barrier of two.
// VERDICT: safe
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include "results.h"

#define ONE_OF(this, that, call) one_of(this, that, call)
static int one_of(int this, int that, int result) {
  assert(result == this || result == that);
  return result;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static mtx_t lock;
static cnd_t event;
static pthread_barrier_t barrier;
static int ready, last[2];

static void *wake(void *arg) {
  pthread_mutex_lock(&mutex);
  ready++;
  pthread_cond_broadcast(&cond);
  pthread_mutex_unlock(&mutex);
  mtx_lock(&lock);
  cnd_signal(&event);
  mtx_unlock(&lock);
  last[0] = ONE_OF(0, PTHREAD_BARRIER_SERIAL_THREAD, pthread_barrier_wait(&barrier));
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec later;
  pthread_barrier_init(&barrier, NULL, 2);
  mtx_init(&lock, mtx_plain);
  cnd_init(&event);
  clock_gettime(CLOCK_REALTIME, &later);
  later.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  mtx_lock(&lock);
  pthread_create(&thread, NULL, wake, NULL);
  ONE_OF(0, ETIMEDOUT, pthread_cond_timedwait(&cond, &mutex, &later));
  ONE_OF(0, ETIMEDOUT, pthread_cond_clockwait(&cond, &mutex, CLOCK_REALTIME, &later));
  pthread_mutex_unlock(&mutex);
  ONE_OF(thrd_success, thrd_timedout, cnd_timedwait(&event, &lock, &later));
  mtx_unlock(&lock);
  last[1] = ONE_OF(0, PTHREAD_BARRIER_SERIAL_THREAD, pthread_barrier_wait(&barrier));
  pthread_join(thread, NULL);
  assert(last[0] != last[1]);
  return 0;
}
