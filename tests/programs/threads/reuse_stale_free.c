// A pointer is freed twice, and in between another thread may get that memory: then the second free takes it away from that thread.
// ARGS: --strategy=dpor --validate
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *volatile p;
static int *other;
static void *twice(void *unused) {
  free(p);
  free(p); // FAIL-HERE: memory double free
  return unused;
}
int main(void) {
  pthread_t t;
  p = malloc(sizeof *p);
  pthread_create(&t, NULL, twice, NULL);
  int *q = malloc(sizeof *q);
  if (q == p) *q = 1; // FAIL-HERE: memory use after free
  pthread_join(t, NULL);
  other = malloc(sizeof *other);
  assert(q != other || q != p); // FAIL-HERE: assert
}
