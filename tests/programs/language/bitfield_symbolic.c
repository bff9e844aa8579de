// A symbolic bit-field of 2 bits in a switch: 4 feasible cases and no default.
// VERDICT: safe
// RUNS: full=4
// TESTS: 4
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
struct f { unsigned low : 3, mid : 2, high : 3; };
int main(void) {
  struct f x;
  unsigned char b;
  heddle_symbolic(&b, 1, "b");
  x.low = 5;
  x.mid = b;
  x.high = 2;
  int r = -1;
  switch (x.mid) {
  case 0: r = 0; break;
  case 1: r = 1; break;
  case 2: r = 2; break;
  case 3: r = 3; break;
  }
  assert(r >= 0);
  assert(x.low == 5);
  assert(x.high == 2);
  return 0;
}
