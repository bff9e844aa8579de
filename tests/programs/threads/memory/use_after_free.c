// One thread frees what the other still uses.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *use(void *unused) {
  *shared = 1; // FAIL-HERE: memory
  return unused;
}
int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  pthread_create(&t, NULL, use, NULL);
  free(shared);
  pthread_join(t, NULL);
  return 0;
}
