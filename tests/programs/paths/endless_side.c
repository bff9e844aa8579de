// One side of a decision never ends: the other one fails all the same.
// FAILURE: assert 13
// REASON: endless_side.c:12 goes on for very long: explored up to 16777216 instructions
// INPUT: x == 12345
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
int main(void) {
  int x;
  volatile unsigned n = 0;
  heddle_symbolic(&x, sizeof x, "x");
  if (x <= 7) for (;;) n++;
  assert(x != 12345);
  return 0;
}
