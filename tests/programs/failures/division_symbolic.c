// Division by an input that may be zero: the failing path and the other one.
// VERDICT: unsafe
// RUNS: full=2
// INPUT: d == 0
// REPLAY: yes
#include "heddle.h"
int main(void) {
  unsigned d;
  heddle_symbolic(&d, sizeof d, "d");
  return 100 / d > 3; // FAIL-HERE: arithmetic
}
// The comparison is a value, not a branch.
