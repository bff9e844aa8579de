// A branch on a symbolic float: both sides, each with a number that goes there natively, too.
// VERDICT: safe
// RUNS: full=2
// ARGS: --tests=paths
// TESTS: 2
// REPLAY: yes
#include "heddle.h"
int main(void) {
  float f;
  heddle_symbolic(&f, sizeof f, "f");
  volatile int out = 0;
  if (f > 1.5f) out = 1;
  return out;
}
