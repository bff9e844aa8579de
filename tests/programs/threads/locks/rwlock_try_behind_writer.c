// Where writers are preferred, a reader that tries again behind a writer that waits is turned away. Then the writer is the next to get the
// lock: whoever wants to write after that comes later.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int written;
static void *writes(void *unused) {
  pthread_rwlock_wrlock(&lock);
  written = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writes, NULL);
  pthread_rwlock_rdlock(&lock);
  int busy = pthread_rwlock_tryrdlock(&lock);
  if (!busy) pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  assert(!(busy && !written));
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  assert(!busy); // FAIL-HERE: assert
  return 0;
}
