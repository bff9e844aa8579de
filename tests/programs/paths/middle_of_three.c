// The middle of three numbers. y < z splits in x < y, y <= x < z, x >= z; y >= z in x > y, z < x <= y, x <= z: 3 + 3 paths.
// VERDICT: safe
// RUNS: full=6
// TESTS: 6
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int mid(int x, int y, int z) {
  int m = z;
  if (y < z) {
    if (x < y) m = y;
    else if (x < z) m = x;
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
  assert((m == x) | (m == y) | (m == z));
  return 0;
}
