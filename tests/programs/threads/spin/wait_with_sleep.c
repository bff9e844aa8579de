// Sleeping between the looks.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static atomic_int step;
static void *other(void *unused) {
  atomic_store(&step, 1);
  while (atomic_load(&step) != 2) usleep(10);
  atomic_store(&step, 3);
  return unused;
}
int main(void) {
  pthread_t t;
  struct timespec moment = {0, 1000};
  pthread_create(&t, NULL, other, NULL);
  while (atomic_load(&step) != 1) nanosleep(&moment, NULL);
  atomic_store(&step, 2);
  while (atomic_load(&step) != 3) nanosleep(&moment, NULL);
  pthread_join(t, NULL);
  return 0;
}
