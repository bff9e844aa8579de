// An assumption that nothing satisfies ends the path without a failure.
// VERDICT: safe
// RUNS: full=0
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  heddle_assume(x > 5);
  heddle_assume(x < 5);
  assert(0);
  return 0;
}
