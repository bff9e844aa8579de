// A symbolic floating-point number becomes text: one value is taken of a number that is not whole, and that is said.
// VERDICT: incomplete
// REASON: formatting of a symbolic floating-point value
#include <assert.h>
#include <heddle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  double x;
  char text[64];
  heddle_symbolic(&x, sizeof x, "x");
  if (!(x > 1 && x < 2)) return 0;
  snprintf(text, sizeof text, "%.17g", x);
  assert(strtod(text, NULL) == x);
  assert(cbrt(x) <= x);
  return 0;
}
