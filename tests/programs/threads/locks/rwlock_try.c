// Attempts at a read-write lock: busy for a writer while there is a reader, free for another reader.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *while_read(void *unused) {
  struct timespec past = {0, 0};
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}
static void *while_written(void *unused) {
  struct timespec past = {0, 0};
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedrdlock(&lock, &past) == ETIMEDOUT);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&t, NULL, while_read, NULL);
  pthread_join(t, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&t, NULL, while_written, NULL);
  pthread_join(t, NULL);
  return pthread_rwlock_unlock(&lock);
}
