// --tests=paths: one test per path.
// VERDICT: safe
// ARGS: --tests=paths
// RUNS: full=16
// TESTS: 16
// REPLAY: yes
#include "heddle.h"
int main(void) {
  unsigned char b;
  int n = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 4; i++)
    if (b >> i & 1) n++;
  return n;
}
