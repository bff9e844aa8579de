// A semaphore that begins with 0 makes one thread come after the other.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t done;
static int value;
static void *first(void *unused) {
  value = 42;
  sem_post(&done);
  return unused;
}
int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, first, NULL);
  sem_wait(&done);
  assert(value == 42);
  pthread_join(t, NULL);
  return 0;
}
