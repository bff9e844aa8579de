// A branch on a symbolic float is not decided silently: incomplete, and the place is named.
// VERDICT: incomplete
// REASON: symbolic_float_branch.c:9
#include "heddle.h"
int main(void) {
  float f;
  heddle_symbolic(&f, sizeof f, "f");
  volatile int out = 0;
  if (f > 1.5f) out = 1;
  return out;
}
