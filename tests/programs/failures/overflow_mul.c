// Signed overflow of a multiplication.
// VERDICT: unsafe
// ARGS: --check=+overflow
#include "heddle.h"
int main(void) {
  short s;
  heddle_symbolic(&s, sizeof s, "s");
  return s * 100000 == 7; // FAIL-HERE: arithmetic
}
