// Bounds n in 0..3 and m in 0..2: n = 0 never looks at m; otherwise the first inner loop fixes m: 1 + 3 * 3 = 10.
// VERDICT: safe
// RUNS: full=10
// TESTS: 10
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char n, m;
  int count = 0;
  heddle_symbolic(&n, 1, "n");
  heddle_symbolic(&m, 1, "m");
  heddle_assume(n < 4 & m < 3);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) count++;
  assert(count == n * m);
  return 0;
}
