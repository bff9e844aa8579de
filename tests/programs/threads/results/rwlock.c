// Results of the functions of read-write locks, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *arg) {
  (void)arg;
  GIVES(EBUSY, pthread_rwlock_tryrdlock(&lock));
  GIVES(EBUSY, pthread_rwlock_trywrlock(&lock));
  GIVES(ETIMEDOUT, pthread_rwlock_timedrdlock(&lock, &past));
  GIVES(ETIMEDOUT, pthread_rwlock_timedwrlock(&lock, &before));
  GIVES(EINVAL, pthread_rwlock_timedrdlock(&lock, &negative));
  GIVES(EINVAL, pthread_rwlock_timedwrlock(&lock, &too_many));
  GIVES(ETIMEDOUT, pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past));
  GIVES(ETIMEDOUT, pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &past));
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_rwlockattr_t kind;
  GIVES(0, pthread_rwlockattr_init(&kind));
  GIVES(0, pthread_rwlock_init(&lock, &kind));
  GIVES(0, pthread_rwlock_destroy(&lock));
  GIVES(0, pthread_rwlock_init(&lock, NULL));
  GIVES(0, pthread_rwlock_rdlock(&lock));
  GIVES(0, pthread_rwlock_rdlock(&lock));
  GIVES(EBUSY, pthread_rwlock_trywrlock(&lock));
  GIVES(0, pthread_rwlock_tryrdlock(&lock));
  GIVES(0, pthread_rwlock_timedrdlock(&lock, &past));
  GIVES(0, pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &past));
  GIVES(EINVAL, pthread_rwlock_timedrdlock(&lock, &negative));
  GIVES(EINVAL, pthread_rwlock_clockrdlock(&lock, CLOCK_PROCESS_CPUTIME_ID, &past));
  GIVES(ETIMEDOUT, pthread_rwlock_timedwrlock(&lock, &past));
  for (int i = 0; i < 5; i++) GIVES(0, pthread_rwlock_unlock(&lock));
  GIVES(0, pthread_rwlock_trywrlock(&lock));
  GIVES(0, pthread_rwlock_unlock(&lock));
  GIVES(EINVAL, pthread_rwlock_timedwrlock(&lock, &too_many));
  GIVES(EINVAL, pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &negative));
  GIVES(EINVAL, pthread_rwlock_clockwrlock(&lock, -1, &past));
  GIVES(0, pthread_rwlock_timedwrlock(&lock, &past));
  GIVES(0, pthread_rwlock_unlock(&lock));
  GIVES(0, pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past));
  GIVES(0, pthread_rwlock_unlock(&lock));
  GIVES(0, pthread_rwlock_wrlock(&lock));
  GIVES(EBUSY, pthread_rwlock_tryrdlock(&lock));
  GIVES(EBUSY, pthread_rwlock_trywrlock(&lock));
  GIVES(EDEADLK, pthread_rwlock_timedrdlock(&lock, &past));
  GIVES(EDEADLK, pthread_rwlock_timedwrlock(&lock, &past));
  GIVES(EDEADLK, pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past));
  GIVES(EDEADLK, pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past));
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  GIVES(0, pthread_rwlock_unlock(&lock));
  return 0;
}
