// Clearing the lowest set bit until none is left: 0 to 8 turns for a byte, 9 paths.
// VERDICT: safe
// RUNS: full=9
// TESTS: 9
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char x;
  int n = 0;
  heddle_symbolic(&x, 1, "x");
  for (unsigned char y = x; y; y &= y - 1) n++;
  assert(n == __builtin_popcount(x));
  return 0;
}
