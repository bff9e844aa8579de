// One unlock too many, in a callee.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void leave(void) {
  pthread_mutex_unlock(&lock); // FAIL-HERE: sync
}
int main(void) {
  pthread_mutex_lock(&lock);
  leave();
  leave();
  return 0;
}
