// Results of the functions of semaphores, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

static sem_t sem;

static void value(void) {
  int now = -7;
  GIVES(0, sem_getvalue(&sem, &now));
  printf("  value %d\n", now);
}

int main(void) {
  FAILS(EINVAL, sem_init(&sem, 0, 0x80000000u));
  FAILS(EINVAL, sem_init(&sem, 0, UINT_MAX));
  GIVES(0, sem_init(&sem, 0, INT_MAX));
  FAILS(EOVERFLOW, sem_post(&sem));
  value();
  GIVES(0, sem_wait(&sem));
  GIVES(0, sem_post(&sem));
  GIVES(0, sem_destroy(&sem));
  GIVES(0, sem_init(&sem, 0, 4));
  value();
  GIVES(0, sem_wait(&sem));
  GIVES(0, sem_trywait(&sem));
  FAILS(EINVAL, sem_timedwait(&sem, &too_many));
  FAILS(EINVAL, sem_clockwait(&sem, CLOCK_REALTIME, &negative));
  FAILS(EINVAL, sem_clockwait(&sem, CLOCK_PROCESS_CPUTIME_ID, &past));
  value();
  GIVES(0, sem_timedwait(&sem, &past));
  GIVES(0, sem_clockwait(&sem, CLOCK_MONOTONIC, &past));
  value();
  FAILS(EAGAIN, sem_trywait(&sem));
  FAILS(ETIMEDOUT, sem_timedwait(&sem, &past));
  FAILS(ETIMEDOUT, sem_timedwait(&sem, &before));
  FAILS(EINVAL, sem_timedwait(&sem, &negative));
  FAILS(ETIMEDOUT, sem_clockwait(&sem, CLOCK_REALTIME, &past));
  FAILS(EINVAL, sem_clockwait(&sem, CLOCK_MONOTONIC, &too_many));
  GIVES(0, sem_post(&sem));
  value();
  GIVES(0, sem_destroy(&sem));
  return 0;
}
