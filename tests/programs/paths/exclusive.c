// Ranges that exclude each other: x < 0, 0..9, 10..: of 8 combinations 3 are feasible.
// ARGS: --tests=paths
// VERDICT: safe
// RUNS: full=3
// TESTS: 3
#include "heddle.h"
int main(void) {
  int x, r = 0;
  heddle_symbolic(&x, sizeof x, "x");
  if (x < 0) r |= 1;
  if (x >= 0 & x < 10) r |= 2;
  if (x >= 10) r |= 4;
  return r;
}
