// The flag is tested without the mutex: the signal can come between the test and the wait, and nobody comes again.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *unused) {
  if (!ready) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock); // FAIL-HERE: deadlock
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  ready = 1;
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
