// 3n+1 from n in 1..10: the parities of a trajectory determine n, so 10 paths.
// VERDICT: safe
// RUNS: full=10
// TESTS: 10
#include "heddle.h"
int main(void) {
  unsigned n, steps = 0;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n >= 1 & n <= 10);
  while (n != 1) {
    if (n & 1) n = 3 * n + 1;
    else n /= 2;
    steps++;
  }
  return (int)steps;
}
