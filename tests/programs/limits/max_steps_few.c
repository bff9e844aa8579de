// A small limit is no less exact than a large one, before and after a choice.
// VERDICT: incomplete
// ARGS: --strategy=dpor --max-steps=300
// RUNS: full=1
// REASON: a path is longer than 300 instructions
#include "heddle.h"
int main(void) {
  unsigned char x;
  unsigned sum = 0;
  heddle_symbolic(&x, 1, "x");
  for (volatile int i = 0; i < 10; i++) sum += i;
  if (x < 100) return 0;
  for (volatile int i = 0; i < 100; i++) sum += i;
  return sum == 3;
}
