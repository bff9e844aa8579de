// A writer with a limit of time turns a reader away that tries, and then gives up.
// EACH: assert 134
// USE: ../slept_fails.steps
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int result;
static void *writes(void *unused) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  result = pthread_rwlock_timedwrlock(&lock, &soon);
  if (result == 0) pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&t, NULL, writes, NULL);
  usleep(300000);
  int busy = pthread_rwlock_tryrdlock(&lock);
  if (!busy) pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  assert(!(busy && result == ETIMEDOUT));
  return 0;
}
