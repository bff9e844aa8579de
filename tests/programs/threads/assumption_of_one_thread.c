// An assumption that excludes the first order tried: what the other thread would have done still leads to the second.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=1 infeasible=1
#include <assert.h>
#include <pthread.h>
#include "heddle.h"
static int x;
static void *f(void *p) {
  int l = x;
  heddle_assume(l == 1);
  assert(!p); // FAIL-HERE: assert
  return 0;
}
static void *g(void *p) {
  x = 1;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&b, 0, g, 0);
  pthread_create(&a, 0, f, &x);
  pthread_join(b, 0);
  return 0;
}
