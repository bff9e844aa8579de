// A loop up to an input in 0..9: 10 paths.
// VERDICT: safe
// RUNS: full=10
// TESTS: 10
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned n, s = 0;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n < 10);
  for (unsigned i = 1; i <= n; i++) s += i;
  assert(s == n * (n + 1) / 2);
  return 0;
}
