// Negating INT_MIN.
// VERDICT: unsafe
// ARGS: --check=+overflow
// INPUT: x == -2147483648
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  int y = -x; // FAIL-HERE: arithmetic
  return y == 5;
}
