// One of them can miss.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: full=3 blocked=0
// REPLAY: yes
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
  assert(r == 1 && s == 1); // FAIL-HERE: assert
  return 0;
}
