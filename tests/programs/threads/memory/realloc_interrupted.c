// A write gets lost between the two halves of realloc, the copying and the freeing; a later one meets the freed object. Natively realloc
// is one step, so that the test of the lost write is refused there.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *p;
static void *grow(void *unused) {
  p = realloc(p, 2 * sizeof *p);
  return unused;
}
static void *write(void *unused) {
  *p = 3; // FAIL-HERE: memory
  return unused;
}
int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&a, 0, grow, 0);
  pthread_create(&b, 0, write, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(*p == 3); // FAIL-HERE: assert
  free(p);
  return 0;
}
