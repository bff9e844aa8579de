// --max-runs=10 of 64 paths: incomplete, ten runs.
// VERDICT: incomplete
// ARGS: --strategy=dpor --max-runs=10
// RUNS: full=10
// TESTS: 10
// REASON: runs
#include "heddle.h"
int main(void) {
  unsigned char b;
  int n = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 6; i++)
    if (b >> i & 1) n++;
  return n;
}
