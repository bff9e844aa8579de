// The selector is known to be 2 or 3: the other cases and the default are infeasible, 2 paths.
// ARGS: --tests=paths
// VERDICT: safe
// RUNS: full=2
// TESTS: 2
#include "heddle.h"
int main(void) {
  unsigned x;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_assume((x & ~1u) == 2);
  switch (x) {
  case 0: return 10;
  case 1: return 11;
  case 2: return 12;
  case 3: return 13;
  default: return 14;
  }
}
