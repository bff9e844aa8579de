// Where writers are preferred, one that waits for a while keeps readers out meanwhile, although it gives up in the end.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int result;
static void *writes(void *unused) {
  struct timespec past = {0};
  result = pthread_rwlock_timedwrlock(&lock, &past);
  if (result == 0) pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writes, NULL);
  pthread_rwlock_rdlock(&lock);
  int busy = pthread_rwlock_tryrdlock(&lock);
  if (!busy) pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  assert(!(busy && result == ETIMEDOUT)); // FAIL-HERE: assert
  pthread_rwlock_unlock(&lock);
  return 0;
}
