// A pointer that may be one of two objects: one path for each.
// VERDICT: safe
// RUNS: full=2
// TESTS: 2
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int a[4] = {1, 2, 3, 4};
static int b[2] = {5, 6};
static int *const where[2] = {a, b};
int main(void) {
  unsigned char i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 2);
  int *p = where[i];
  p[1] = 9;
  assert(a[1] + b[1] == (i ? 11 : 15));
  return 0;
}
