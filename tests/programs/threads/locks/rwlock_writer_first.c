// Where writers are preferred, a reader that reads again behind a writer that waits waits for it, and it for the reader.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t lock;
static void *writes(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_rwlockattr_t kind;
  pthread_rwlockattr_init(&kind);
  pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &kind);
  pthread_create(&t, NULL, writes, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock); // FAIL-HERE: deadlock
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
