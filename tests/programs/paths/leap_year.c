// Leap years: not by 4; by 4 not by 100; by 100 not by 400; by 400: 4 paths.
// ARGS: --tests=paths
// VERDICT: safe
// RUNS: full=4
// TESTS: 4
// REPLAY: yes
#include "heddle.h"
int main(void) {
  unsigned short y;
  heddle_symbolic(&y, sizeof y, "y");
  if (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)) return 1;
  return 0;
}
