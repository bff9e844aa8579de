// Which of three sides are equal: all, a = b only, b = c only, a = c only, none: 5 paths.
// ARGS: --tests=paths
// VERDICT: safe
// RUNS: full=5
// TESTS: 5
// REPLAY: yes
#include "heddle.h"
int main(void) {
  int a, b, c;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_symbolic(&c, sizeof c, "c");
  if (a == b) {
    if (b == c) return 3;
    return 2;
  }
  if (b == c) return 2;
  if (a == c) return 2;
  return 0;
}
