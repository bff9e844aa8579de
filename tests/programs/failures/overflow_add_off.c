// The same program without the option: nothing to report.
// VERDICT: safe
// RUNS: full=1
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  return x + 1 > x;
}
