// --tests=none: everything is explored, nothing is written.
// VERDICT: safe
// ARGS: --strategy=dpor --tests=none
// RUNS: full=16
// TESTS: 0
#include "heddle.h"
int main(void) {
  unsigned char b;
  int n = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 4; i++)
    if (b >> i & 1) n++;
  return n;
}
