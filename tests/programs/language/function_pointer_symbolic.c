// A symbolic index into a table of 3 functions: one path per function.
// VERDICT: safe
// RUNS: full=3
// TESTS: 3
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }
static int (*const table[3])(void) = {one, two, three};
int main(void) {
  unsigned char i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 3);
  assert(table[i]() == i + 1);
  return 0;
}
