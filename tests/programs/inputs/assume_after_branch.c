// An assumption on one path leaves the other alone.
// VERDICT: safe
// RUNS: full=2
#include <assert.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  if (x > 0) heddle_assume(x == 3);
  else assert(x <= 0);
  assert(x == 3 || x <= 0);
  return 0;
}
