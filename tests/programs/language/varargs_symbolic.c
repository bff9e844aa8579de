// A symbolic value passed through an ellipsis arrives unchanged; 2 paths from the branch on it.
// ARGS: --tests=paths
// VERDICT: safe
// RUNS: full=2
#include <assert.h>
#include <stdarg.h>
#include "heddle.h"
static int nth(int n, ...) {
  va_list ap;
  int v = 0;
  va_start(ap, n);
  while (n--) v = va_arg(ap, int);
  va_end(ap);
  return v;
}
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  int y = nth(8, 1, 2, 3, 4, 5, 6, 7, x);
  assert(y == x);
  if (y > 10) return 1;
  return 0;
}
