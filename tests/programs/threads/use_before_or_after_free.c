// The thread that uses the object comes to it after the free in the first order tried; it may also have come before.
// ARGS: --strategy=dpor
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x;
static void *f(void *q) {
  x = 1;
  int l = *(int *)q; // FAIL-HERE: memory
  assert(l != 1);    // FAIL-HERE: assert
  return 0;
}
static void *g(void *q) {
  free(q);
  return 0;
}
int main(void) {
  pthread_t a, b;
  int *p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&b, 0, g, p);
  pthread_create(&a, 0, f, p);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
