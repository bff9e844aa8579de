// A program that relies on the signal being in time is wrong.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *setter(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec += 100;
  pthread_create(&t, NULL, setter, NULL);
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_timedwait(&changed, &lock, &soon);
  assert(ready); // FAIL-HERE: assert
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
