// What is assumed holds from then on.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_assume(x > 5 & x < 9);
  assert(x * x >= 36);
  assert(x * x <= 64);
  return 0;
}
