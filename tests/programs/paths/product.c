// A product of two inputs with a given value: the solver finds the factors 211 and 307.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned short x, y;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  heddle_assume(x > 100 & y > 100);
  assert((unsigned)x * y != 211 * 307); // FAIL-HERE: assert
  return 0;
}
