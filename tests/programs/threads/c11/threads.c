// C11 threads: results, also negative ones and by thrd_exit.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <threads.h>
#include <time.h>
static int returns(void *p) { return *(int *)p - 10; }
static int exits(void *p) {
  (void)p;
  thrd_exit(99);
}
static int checks(void *p) { return thrd_equal(thrd_current(), *(thrd_t *)p); }
int main(void) {
  thrd_t a, b, c, self = thrd_current();
  int x = 3, result;
  assert(thrd_create(&a, returns, &x) == thrd_success);
  assert(thrd_create(&b, exits, NULL) == thrd_success);
  assert(thrd_create(&c, checks, &self) == thrd_success);
  assert(thrd_join(a, &result) == thrd_success && result == -7);
  assert(thrd_join(b, &result) == thrd_success && result == 99);
  assert(thrd_join(c, &result) == thrd_success && result == 0);
  thrd_yield();
  assert(thrd_sleep(&(struct timespec){0, 10}, NULL) == 0);
  return 0;
}
