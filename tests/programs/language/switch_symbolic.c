// A symbolic selector with 5 cases and a default: 6 paths.
// VERDICT: safe
// RUNS: full=6
// TESTS: 6
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  int x, r;
  heddle_symbolic(&x, sizeof x, "x");
  switch (x) {
  case 1: r = 1; break;
  case 2: r = 4; break;
  case 3: r = 9; break;
  case 1000: r = 1000000; break;
  case -7: r = 49; break;
  default: r = -1;
  }
  assert(r == -1 || r == x * x);
  return 0;
}
