// A signal without the mutex does not depend on another thread's lock: whichever comes first in a run, the waiter may have the mutex before
// that lock.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: full=3 blocked=0
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int woken;
static void *signals(void *unused) {
  pthread_cond_signal(&c);
  return unused;
}
static void *looks(void *unused) {
  pthread_mutex_lock(&m);
  assert(!woken); // FAIL-HERE: assert
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&m);
  pthread_create(&a, NULL, looks, NULL);
  pthread_create(&b, NULL, signals, NULL);
  pthread_cond_wait(&c, &m); // FAIL-HERE: deadlock
  woken = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
