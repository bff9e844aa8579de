// The other two kinds let a reader read again whoever waits. The one that says it prefers writers does so, too.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t locks[2];
static void *writes(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_wrlock(&locks[i]);
    pthread_rwlock_unlock(&locks[i]);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_rwlockattr_t kind;
  static const int kinds[] = {PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP};
  pthread_rwlockattr_init(&kind);
  for (int i = 0; i < 2; i++) {
    pthread_rwlockattr_setkind_np(&kind, kinds[i]);
    pthread_rwlock_init(&locks[i], &kind);
  }
  pthread_create(&t, NULL, writes, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_rdlock(&locks[i]);
    pthread_rwlock_rdlock(&locks[i]);
    assert(pthread_rwlock_tryrdlock(&locks[i]) == 0);
    pthread_rwlock_unlock(&locks[i]);
    pthread_rwlock_unlock(&locks[i]);
    pthread_rwlock_unlock(&locks[i]);
  }
  pthread_join(t, NULL);
  return 0;
}
