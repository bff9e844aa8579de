// Waiting without a test: if the signal was first, there will be no other.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&changed, &lock); // FAIL-HERE: deadlock
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
