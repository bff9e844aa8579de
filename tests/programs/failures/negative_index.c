// A signed index checked only against the upper bound.
// VERDICT: unsafe
// RUNS: full=3
// INPUT: i < 0
// REPLAY: yes
#include "heddle.h"
static char t[100];
int main(void) {
  int i;
  heddle_symbolic(&i, sizeof i, "i");
  if (i >= 100) return 1;
  t[i] = 1; // FAIL-HERE: memory
  return 0;
}
