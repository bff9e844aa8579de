// A symbolic index into a constant table: the read is one expression, the branch on it gives 2 paths.
// VERDICT: safe
// RUNS: full=2
// TESTS: 2
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static const unsigned char table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
int main(void) {
  unsigned char i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 16);
  if (table[i] == 9) assert((i == 5) | (i == 12) | (i == 14));
  return 0;
}
