// A symbolic value returned by a thread.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=1 blocked=0
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static void *twice(void *p) { return (void *)(2 * (unsigned long)p); }
int main(void) {
  pthread_t t;
  unsigned long x;
  void *y;
  heddle_symbolic(&x, sizeof x, "x");
  pthread_create(&t, NULL, twice, (void *)x);
  pthread_join(t, &y);
  assert((unsigned long)y == x + x);
  return 0;
}
