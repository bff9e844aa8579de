// One thread frees what another one reads: either order is explored.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=2
#include <pthread.h>
#include <stdlib.h>
static int *p, seen;
static void *f(void *q) {
  seen = *(int *)q; // FAIL-HERE: memory
  return 0;
}
static void *g(void *q) {
  free(q);
  return 0;
}
int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&a, 0, f, p);
  pthread_create(&b, 0, g, p);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
