// Store, then load of the other's variable: 3 of the 6 interleavings differ, and both loads cannot miss.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=3 blocked=0
#include <assert.h>
#include <pthread.h>
static volatile int x, y, r, s;
static void *left(void *unused) {
  x = 1;
  r = y;
  return unused;
}
static void *right(void *unused) {
  y = 1;
  s = x;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r == 1 || s == 1);
  return 0;
}
