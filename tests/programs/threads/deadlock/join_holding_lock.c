// The main thread waits for a thread that waits for the lock that the main thread holds.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: full=1 blocked=0
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  pthread_mutex_lock(&lock); // FAIL-HERE: deadlock
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&lock);
  return 0;
}
