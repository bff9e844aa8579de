// Builtins of floats that clang turns into intrinsics.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static double v(double d) { return d; }
int main(void) {
  assert(__builtin_fabs(v(-2.5)) == 2.5);
  assert(__builtin_copysign(v(3), v(-0.0)) == -3);
  assert(__builtin_isnan(v(0) / v(0)) && !__builtin_isnan(v(1)));
  assert(__builtin_isinf(v(1) / v(0)) && __builtin_signbit(v(-1)));
  return 0;
}
