// --tests=runs: every full run, the failing ones included.
// VERDICT: unsafe
// ARGS: --tests=runs
// RUNS: full=4
// TESTS: 4
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char b;
  heddle_symbolic(&b, 1, "b");
  if (b & 1) b = 0;
  else if (b & 2) b = 1;
  else if (b & 4)
    assert(0); // FAIL-HERE: assert
  return b;
}
