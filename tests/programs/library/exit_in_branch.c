// exit on one path ends that path only.
// VERDICT: unsafe
// RUNS: full=2
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  if (x < 10) exit(0);
  assert(x < 10); // FAIL-HERE: assert
  return 0;
}
