// Recursion whose depth is an input in 0..7: 8 paths.
// VERDICT: safe
// RUNS: full=8
// TESTS: 8
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int depth(unsigned n) { return n ? 1 + depth(n - 1) : 0; }
int main(void) {
  unsigned n;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n < 8);
  assert(depth(n) == (int)n);
  return 0;
}
