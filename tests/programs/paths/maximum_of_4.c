// A running maximum over 4 elements: each of 3 comparisons may go both ways, 8 paths.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=8
// TESTS: 8
#include <assert.h>
#include "heddle.h"
int main(void) {
  int a[4], m;
  heddle_symbolic(a, sizeof a, "a");
  m = a[0];
  for (int i = 1; i < 4; i++)
    if (a[i] > m) m = a[i];
  assert(m >= a[0] & m >= a[1] & m >= a[2] & m >= a[3]);
  return 0;
}
