// An assertion that fails for one input value.
// VERDICT: unsafe
// RUNS: full=2
// TESTS: 2
// INPUT: x == 77
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  assert(x != 77); // FAIL-HERE: assert x != 77
  return 0;
}
