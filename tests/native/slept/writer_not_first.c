// As writer_first.c, but the kind that only says that it prefers writers.
// EACH: none 0
// USE: ../slept_safe.steps
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
static pthread_rwlock_t lock;
static void *writes(void *unused) {
  usleep(100000);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_rwlockattr_t kind;
  pthread_rwlockattr_init(&kind);
  pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NP);
  pthread_rwlock_init(&lock, &kind);
  pthread_create(&t, NULL, writes, NULL);
  pthread_rwlock_rdlock(&lock);
  usleep(300000);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
