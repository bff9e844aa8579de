// Two different places fail: both are reported.
// VERDICT: unsafe
// RUNS: full=3
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  assert(x != 1); // FAIL-HERE: assert
  assert(x != 2); // FAIL-HERE: assert
  return 0;
}
