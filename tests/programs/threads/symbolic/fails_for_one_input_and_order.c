// Needs the input 41 and the increment first.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// INPUT: x == 41
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int x;
static void *increment(void *unused) {
  if (x < 1000) x++;
  return unused;
}
int main(void) {
  pthread_t t;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_assume(x != 42);
  pthread_create(&t, NULL, increment, NULL);
  int seen = x;
  assert(seen != 42); // FAIL-HERE: assert
  pthread_join(t, NULL);
  return 0;
}
