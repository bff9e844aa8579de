// What the solver has no theory of: where no value that was tried decides, the place is named.
// VERDICT: incomplete
// REASON: a condition on a function like sin or pow was not decided at
#include <math.h>
#include "heddle.h"
int main(void) {
  double d;
  heddle_symbolic(&d, sizeof d, "d");
  if (sin(d) > 2) heddle_assert(d != d, "never reached");
  return 0;
}
