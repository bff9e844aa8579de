// A limit that is not reached leaves the verdict complete.
// VERDICT: safe
// ARGS: --strategy=dpor --max-runs=65 --max-depth=100 --unwind=50 --timeout=50 --max-steps=1000000
// RUNS: full=64
#include "heddle.h"
int main(void) {
  unsigned char b;
  int n = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 6; i++)
    if (b >> i & 1) n++;
  return n;
}
