// All comparisons, with ordinary values, infinities and a NaN.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int mask(double a, double b) {
  return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
}
int main(void) {
  volatile double zero = 0, inf = 1 / zero, nan = zero / zero;
  assert(mask(1, 2) == 35 && mask(2, 1) == 44 && mask(2, 2) == 26);
  assert(mask(inf, inf) == 26 && mask(-inf, inf) == 35 && mask(1, inf) == 35);
  assert(mask(nan, 1) == 32 && mask(1, nan) == 32 && mask(nan, nan) == 32);
  return 0;
}
