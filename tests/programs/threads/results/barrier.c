// Results of the functions of barriers and spin locks, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

static pthread_barrier_t barrier;
static pthread_spinlock_t spin;

static void *other(void *arg) {
  (void)arg;
  GIVES(EBUSY, pthread_spin_trylock(&spin));
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_barrierattr_t kind;
  GIVES(0, pthread_barrierattr_init(&kind));
  GIVES(EINVAL, pthread_barrier_init(&barrier, &kind, 0));
  GIVES(EINVAL, pthread_barrier_init(&barrier, NULL, 0x80000000u));
  GIVES(EINVAL, pthread_barrier_init(&barrier, NULL, UINT_MAX));
  GIVES(EINVAL, pthread_barrier_init(&barrier, NULL, INT_MAX));
  GIVES(0, pthread_barrier_init(&barrier, NULL, INT_MAX - 1));
  GIVES(0, pthread_barrier_destroy(&barrier));
  GIVES(0, pthread_barrier_init(&barrier, NULL, 1));
  GIVES(PTHREAD_BARRIER_SERIAL_THREAD, pthread_barrier_wait(&barrier));
  GIVES(PTHREAD_BARRIER_SERIAL_THREAD, pthread_barrier_wait(&barrier));
  GIVES(0, pthread_barrier_destroy(&barrier));
  GIVES(0, pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE));
  GIVES(0, pthread_spin_lock(&spin));
  GIVES(EBUSY, pthread_spin_trylock(&spin));
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  GIVES(0, pthread_spin_unlock(&spin));
  GIVES(0, pthread_spin_trylock(&spin));
  GIVES(0, pthread_spin_unlock(&spin));
  GIVES(0, pthread_spin_destroy(&spin));
  return 0;
}
