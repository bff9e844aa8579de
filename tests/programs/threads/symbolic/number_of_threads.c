// How many threads there are depends on the input: 0!, 1!, 2! and 3! traces.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=10 blocked=0
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint count;
static void *work(void *unused) {
  atomic_fetch_add(&count, 1);
  return unused;
}
int main(void) {
  pthread_t t[3];
  unsigned n, i = 0;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n <= 3);
  for (; i < n; i++) pthread_create(&t[i], NULL, work, NULL);
  for (i = 0; i < n; i++) pthread_join(t[i], NULL);
  assert(count == n);
  return 0;
}
