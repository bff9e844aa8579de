// long double on an input is reported with its place, never silently wrong.
// VERDICT: incomplete
// REASON: long double arithmetic on a symbolic value at
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  return x / 2.0L > 1;
}
