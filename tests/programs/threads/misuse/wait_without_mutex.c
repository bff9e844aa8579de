// Waiting on a condition without holding the mutex.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
  pthread_cond_wait(&changed, &lock); // FAIL-HERE: sync
  return 0;
}
