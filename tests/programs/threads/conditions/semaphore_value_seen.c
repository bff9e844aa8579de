// What sem_getvalue sees depends on whether another thread has taken the semaphore, whichever of them the search lets go first.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: full=2 blocked=0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static int seen;
static void *takes(void *unused) {
  sem_wait(&semaphore);
  return unused;
}
static void *looks(void *unused) {
  sem_getvalue(&semaphore, &seen);
  return unused;
}
int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, NULL, takes, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen != 0); // FAIL-HERE: assert
  return 0;
}
