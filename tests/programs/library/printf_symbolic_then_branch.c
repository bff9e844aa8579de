// Output of a symbolic value, then a branch on it: exactly the branch's 2 paths.
// VERDICT: safe
// RUNS: full=2
// TESTS: 2
#include <stdio.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  printf("%d\n", x);
  if (x > 0) puts("positive");
  else puts("not positive");
  return 0;
}
