// Insertion sort of 4 bytes: the insertion points 1 * 2 * 3 * 4 = 24.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=24
// TESTS: 24
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char a[4];
  heddle_symbolic(a, sizeof a, "a");
  for (int i = 1; i < 4; i++) {
    unsigned char v = a[i];
    int j = i;
    while (j > 0 && a[j - 1] > v) a[j] = a[j - 1], j--;
    a[j] = v;
  }
  assert(a[0] <= a[1]);
  assert(a[1] <= a[2]);
  assert(a[2] <= a[3]);
  return 0;
}
