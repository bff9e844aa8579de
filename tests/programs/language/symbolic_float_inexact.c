// What the solver has no theory of: one value is explored, and the place and the function are named.
// VERDICT: incomplete
// REASON: sin of a symbolic floating-point value: one value of many was explored at
#include <math.h>
#include "heddle.h"
int main(void) {
  double d;
  heddle_symbolic(&d, sizeof d, "d");
  int out = 0;
  if (sin(d) > 2) out = 1;
  return out;
}
