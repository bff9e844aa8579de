// Rounding: what is true of real numbers and false of floats is found, with an input that shows it.
// FAILURE: assert 18
// FAILURE: assert 20
// FAILURE: assert 22
// FAILURE: assert 24
// REPLAY: yes
#include <assert.h>
#include <math.h>
#include "heddle.h"
int main(void) {
  float f;
  double d;
  int which;
  heddle_symbolic(&f, sizeof f, "f");
  heddle_symbolic(&d, sizeof d, "d");
  heddle_symbolic(&which, sizeof which, "which");
  if (which == 0) {
    if (f + 1.5f == 4.0f) assert(f == 2.5f);
  } else if (which == 1) {
    assert(d == d); /* a NaN */
  } else if (which == 2) {
    if (d >= 0 && d < 1e6) assert(floor(d + 0.5) == round(d));
  } else if (which == 3) {
    if (f > 0) assert(f + 1.0f > f);
  } else if (which == 4) {
    if (f >= 1 && f <= 2) assert(f + f == 2 * f);
  } else if (which == 5) {
    if (d > 1 && d < 100) assert((int)d >= 1 && (int)d < 100 && ceil(d) - floor(d) <= 1);
  } else if (which == 6) {
    assert(!(fabs(d) < 0) && (d != d || fmin(d, 1) <= 1) && copysign(d, -1.0) != 1);
  }
  return 0;
}
