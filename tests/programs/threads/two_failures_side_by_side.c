// Two threads fail independently of each other: both failures are found, though one order of them is enough.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=1
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int x, y;
static void *f(void *p) {
  x = 1;
  assert(!p); // FAIL-HERE: assert
  return 0;
}
static void *g(void *p) {
  y = 1;
  assert(!p); // FAIL-HERE: assert
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, &x);
  pthread_create(&b, 0, g, &x);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
