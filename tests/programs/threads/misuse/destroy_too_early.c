// The main thread destroys the mutex without waiting: it may be held, or used afterwards.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  pthread_mutex_lock(&lock); // FAIL-HERE: sync
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_destroy(&lock); // FAIL-HERE: sync
  pthread_join(t, NULL);
  return 0;
}
