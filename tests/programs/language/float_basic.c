// float and double as the machine computes them: known bit patterns and rounding.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <stdio.h>
#include <string.h>
static double add(double a, double b) { return a + b; }
static float addf(float a, float b) { return a + b; }
static double mul(double a, double b) { return a * b; }
static double quo(double a, double b) { return a / b; }
static unsigned long bits(double d) { unsigned long u; memcpy(&u, &d, sizeof u); return u; }
static unsigned bitsf(float f) { unsigned u; memcpy(&u, &f, sizeof u); return u; }
int main(void) {
  assert(add(0.1, 0.2) != 0.3);
  assert(bits(add(0.1, 0.2)) == 0x3fd3333333333334u);
  assert(bitsf(addf(0.1f, 0.2f)) == 0x3e99999au);
  assert(mul(1e308, 10) > 1.7e308 && quo(1, 3) == 1.0 / 3);
  assert(bits(-0.0) == 0x8000000000000000u && add(-0.0, 0.0) == 0);
  double nan = quo(0.0, 0.0);
  assert(nan != nan && !(nan < 1) && !(nan >= 1));
  printf("%.17g %.9g %a\n", add(0.1, 0.2), addf(0.1f, 0.2f), quo(1, 3));
  return 0;
}
