// --validate checks every answer of the solver and changes nothing.
// VERDICT: safe
// ARGS: --strategy=dpor --validate
// RUNS: full=24
// TESTS: 24
#include "heddle.h"
int main(void) {
  int a[4];
  heddle_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  return 0;
}
