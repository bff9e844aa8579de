// Memory that another thread frees: it can be handed out again only after that, so the order of the two counts. Own objects that nobody
// else sees are freed visibly, too.
// ARGS: --strategy=dpor --validate
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static uintptr_t old;
static void *freer(void *unused) {
  void *p = malloc(8);
  old = (uintptr_t)p;
  free(p);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, freer, NULL);
  void *q = malloc(8);
  pthread_join(t, NULL);
  assert((uintptr_t)q != old); // FAIL-HERE: assert
  free(q);
}
