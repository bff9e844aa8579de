// A bound check that lets the length itself through.
// VERDICT: unsafe
// RUNS: full=3
// INPUT: i == 10
// REPLAY: yes
#include "heddle.h"
static int t[10];
int main(void) {
  int i;
  heddle_symbolic(&i, sizeof i, "i");
  if ((unsigned)i > 10) return 0;
  return t[i]; // FAIL-HERE: memory
}
// Paths: rejected, the failure, in bounds.
