// Signed overflow of a subtraction.
// VERDICT: unsafe
// ARGS: --check=+overflow
#include "heddle.h"
int main(void) {
  int x, y;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  heddle_assume(x > 0);
  return x - y > 0; // FAIL-HERE: arithmetic
}
