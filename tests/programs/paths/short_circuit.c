// a && b || c: a false leaves c (2), a true b true (1), a true b false leaves c (2): 5 paths.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=5
// TESTS: 5
#include "heddle.h"
int main(void) {
  int a, b, c;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_symbolic(&c, sizeof c, "c");
  if ((a && b) || c) return 1;
  return 0;
}
