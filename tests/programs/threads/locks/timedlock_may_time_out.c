// However long the limit is, the other thread may take longer.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec += 1000;
  pthread_create(&t, NULL, work, NULL);
  int result = pthread_mutex_timedlock(&lock, &soon);
  assert(result == 0); // FAIL-HERE: assert
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
