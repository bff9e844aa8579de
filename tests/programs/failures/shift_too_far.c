// A shift by the width or more, by option.
// VERDICT: unsafe
// ARGS: --check=+shift
// INPUT: n >= 32
#include "heddle.h"
int main(void) {
  unsigned char n;
  heddle_symbolic(&n, 1, "n");
  return (int)(1u << n); // FAIL-HERE: arithmetic
}
