// A thread ends and keeps the lock for ever.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  pthread_mutex_lock(&lock); // FAIL-HERE: deadlock
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
