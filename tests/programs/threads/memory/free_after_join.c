// The same with the free behind the join.
// ARGS: --strategy=dpor --tests=failures --check=+leak
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *use(void *unused) {
  *shared = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  pthread_create(&t, NULL, use, NULL);
  pthread_join(t, NULL);
  free(shared);
  return 0;
}
