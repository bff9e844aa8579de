// The second failure needs a step of a thread that fails right behind it: a replay of its test passes the first one.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=2
// TESTS: 3
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int x;
static void *f(void *p) {
  x = 1;
  assert(!p); // FAIL-HERE: assert
  return 0;
}
static void *g(void *p) {
  assert(x != 1); // FAIL-HERE: assert
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, &x);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
