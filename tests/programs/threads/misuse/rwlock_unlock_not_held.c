// Unlocking a read-write lock that nobody holds.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock); // FAIL-HERE: sync
  return 0;
}
