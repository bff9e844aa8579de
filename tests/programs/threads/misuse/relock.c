// A normal mutex locked again by its owner.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock); // FAIL-HERE: sync relock
  pthread_mutex_unlock(&lock);
  return 0;
}
