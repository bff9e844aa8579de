// An integer input turned into a double: supported arithmetic is unknown, so the verdict is incomplete with the place.
// VERDICT: incomplete
// REASON: symbolic_float_convert.c:8
#include "heddle.h"
int main(void) {
  int i;
  heddle_symbolic(&i, sizeof i, "i");
  double d = i;
  return d > 3 ? 1 : 0;
}
