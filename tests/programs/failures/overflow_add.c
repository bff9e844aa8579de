// Signed overflow of an addition, by option.
// VERDICT: unsafe
// ARGS: --check=+overflow
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  return x + 1 > x; // FAIL-HERE: arithmetic
}
