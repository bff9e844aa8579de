// 12 independent comparisons: 2^12 = 4096 paths and tests.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=4096
// TESTS: 4096
// REPLAY: 20
#include "heddle.h"
static unsigned char b[12];
int main(void) {
  int k = 0;
  heddle_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 12; i++)
    if (b[i] == i * 7) k++;
  return k;
}
