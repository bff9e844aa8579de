// A weak compare-and-swap may fail although the values are equal (C17 7.17.7.4): the expected value is still there.
// RUN: heddle run --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// RUNS: full=2
// REPLAY: yes
// RUN: heddle run --weak-cas=off --tests=none %s
// EXIT: 0
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  int e = 0;
  _Bool done = atomic_compare_exchange_weak(&x, &e, 1);
  assert(e == 0 && x == done);
  assert(done); // FAIL-HERE: assert
  return 0;
}
