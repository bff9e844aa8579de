// Whoever leaves a barrier may end it at once, and its memory, although others have not left yet: they need it no more.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <pthread.h>
#include <stdlib.h>
static pthread_barrier_t *barrier;
static void *meets(void *unused) {
  pthread_barrier_wait(barrier);
  return unused;
}
int main(void) {
  pthread_t t;
  barrier = malloc(sizeof *barrier);
  if (!barrier) return 0;
  pthread_barrier_init(barrier, NULL, 2);
  pthread_create(&t, NULL, meets, NULL);
  pthread_barrier_wait(barrier);
  pthread_barrier_destroy(barrier);
  free(barrier);
  pthread_join(t, NULL);
  return 0;
}
