// A branch on an input in one thread, independent of the other thread: two runs.
// ARGS: --strategy=dpor --tests=runs
// VERDICT: safe
// RUNS: full=2 blocked=0
// TESTS: 2
// REPLAY: yes
#include <heddle.h>
#include <pthread.h>
static int x, a, b;
static void *decide(void *unused) {
  if (x > 10) a = 1;
  else a = 2;
  return unused;
}
static void *other(void *unused) {
  b = 1;
  return unused;
}
int main(void) {
  pthread_t s, t;
  heddle_symbolic(&x, sizeof x, "x");
  pthread_create(&s, NULL, decide, NULL);
  pthread_create(&t, NULL, other, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  return 0;
}
