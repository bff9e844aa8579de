// A wait with a time limit may time out, so that no signal is needed.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  pthread_mutex_lock(&lock);
  assert(pthread_cond_timedwait(&changed, &lock, &now) == ETIMEDOUT);
  assert(pthread_cond_clockwait(&changed, &lock, CLOCK_REALTIME, &now) == ETIMEDOUT);
  return pthread_mutex_unlock(&lock);
}
