// The same with the classic mistake (m = y where it should be x): found, with inputs in that order.
// VERDICT: unsafe
// RUNS: full=7
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int mid(int x, int y, int z) {
  int m = z;
  if (y < z) {
    if (x < y) m = y;
    else if (x < z) m = y;
  } else {
    if (x > y) m = y;
    else if (x > z) m = x;
  }
  return m;
}
int main(void) {
  int x, y, z;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  heddle_symbolic(&z, sizeof z, "z");
  int m = mid(x, y, z);
  /* m is a middle: as many are not larger as are not smaller */
  assert((x <= m) + (y <= m) + (z <= m) >= 2 & (x >= m) + (y >= m) + (z >= m) >= 2); // FAIL-HERE: assert
  return 0;
}
// 6 paths; on the wrong one y < x < z fails and x == y passes: one more.
