// Without a strategy named, the verdict and the failures are the same.
// ARGS: --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static volatile int x, y;
static void *left(void *unused) {
  x = 1;
  if (y == 0) x = 2;
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, left, NULL);
  y = 1;
  int seen = x;
  assert(seen != 2); // FAIL-HERE: assert
  pthread_join(a, NULL);
  return 0;
}
