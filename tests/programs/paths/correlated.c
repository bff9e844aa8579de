// The same question asked three times has one answer: 2 paths.
// VERDICT: safe
// RUNS: full=2
// TESTS: 2
#include <assert.h>
#include "heddle.h"
int main(void) {
  int x, n = 0;
  heddle_symbolic(&x, sizeof x, "x");
  if (x > 10) n++;
  if (x >= 11) n++;
  if (!(x <= 10)) n++;
  assert(n == 0 || n == 3);
  return 0;
}
