// As rwlock_writer_first.c, initialised statically.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void *writes(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writes, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock); // FAIL-HERE: deadlock
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
