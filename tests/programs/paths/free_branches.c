// Branches, a switch and a loop on inputs that have no influence on the assertion are not explored: 3 runs, where there are hundreds of
// paths. One of them excludes the failure: its test is made by executing the program again with the failing inputs.
// VERDICT: unsafe
// FAILURE: assert 19
// RUNS: full=3
// TESTS: 3
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int logged, hits;
int main(void) {
  int x, y;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  if (x == 0) hits++;
  else logged--;
  int n = y & 7;
  for (int i = 0; i < n; i++) hits += i;
  if (x == 77) assert(y != 3);
  switch (y) { case 1: hits = 1; break; case 2: hits = 2; case 3: logged++; break; default: hits = 7; }
  return 0;
}
