// A compare-and-swap that is planned as a write and then only reads goes on sleeping behind the plan that comes next. What follows there
// was left to the compare-and-swap's own runs, and these left it to that plan: five orders were lost, among them both looks
// before the write that makes the compare-and-swap succeed.
// ARGS: --strategy=dpor --validate
// VERDICT: unsafe
// RUNS: full=68 blocked=0
// JSON: stats.traces == 68
#include <assert.h>
#include <pthread.h>
static int x, a, b, c;
static void *swaps(void *arg) {
  c = __sync_val_compare_and_swap(&x, 1, 2);
  return arg;
}
static void *looks(void *arg) {
  *(int *)arg = x;
  return arg;
}
static void *writes(void *arg) {
  x = 3;
  return arg;
}
int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, swaps, NULL);
  pthread_create(&t[1], NULL, looks, &a);
  pthread_create(&t[2], NULL, looks, &b);
  pthread_create(&t[3], NULL, writes, NULL);
  x = 1;
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(!(a == 0 && b == 0 && c == 1)); // FAIL-HERE: assert
  return 0;
}
