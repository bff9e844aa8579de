// A lock with a time limit is taken or times out; while somebody holds it, it can only time out.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *late(void *unused) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(pthread_mutex_timedlock(&lock, &now) == ETIMEDOUT);
  assert(pthread_mutex_clocklock(&lock, CLOCK_REALTIME, &now) == ETIMEDOUT);
  return unused;
}
int main(void) {
  pthread_t t;
  struct timespec soon;
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, late, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&lock);
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec += 10;
  assert(pthread_mutex_timedlock(&lock, &soon) == 0);
  return pthread_mutex_unlock(&lock);
}
