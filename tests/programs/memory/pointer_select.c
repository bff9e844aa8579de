// A pointer chosen by a condition on an input.
// VERDICT: safe
// RUNS: full=2
#include <assert.h>
#include "heddle.h"
int main(void) {
  int a = 1, b = 2, c;
  heddle_symbolic(&c, sizeof c, "c");
  int *p = c > 0 ? &a : &b;
  *p = 10;
  assert(a + b == (c > 0 ? 12 : 11));
  return 0;
}
