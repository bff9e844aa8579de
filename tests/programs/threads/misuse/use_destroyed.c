// A mutex is used after its end.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
int main(void) {
  pthread_mutex_t lock;
  pthread_mutex_init(&lock, NULL);
  pthread_mutex_destroy(&lock);
  pthread_mutex_lock(&lock); // FAIL-HERE: sync
  return 0;
}
