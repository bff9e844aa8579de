// --tests=failures: 16 paths, one of them fails, one test.
// VERDICT: unsafe
// ARGS: --strategy=dpor --tests=failures
// RUNS: full=16
// TESTS: 1
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char b;
  int n = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 4; i++)
    if (b >> i & 1) n++;
  assert(n != 4); // FAIL-HERE: assert
  return 0;
}
