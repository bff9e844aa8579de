// Laws of unsigned arithmetic hold for all values: none of these asserts can fail.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned short a, b;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  unsigned x = a, y = b;
  assert((x ^ y) == ((x | y) & ~(x & y)));
  assert(x + y - y == x);
  assert((x | y) + (x & y) == x + y);
  assert((~x) + 1 == -x);
  assert(((x << 3) >> 3) == x);
  assert((x & 0xff) < 256);
  return 0;
}
