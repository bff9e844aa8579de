// A thread that counts while it waits does not keep a hunt from the others.
// VERDICT: unsafe
// ARGS: --hunt-only --stop-at-first --max-runs=2000
// FAILURE: assert 21
// REASON: stopped at the first failure
// REASON: hunting only
#include <assert.h>
#include <pthread.h>
static volatile int flag;
static volatile long rounds;
static void *waiter(void *unused) {
  while (!flag) rounds++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  long seen = rounds;
  flag = 1;
  pthread_join(t, NULL);
  assert(rounds == seen);
  return 0;
}
