// Reaching __builtin_unreachable.
// VERDICT: unsafe
// INPUT: x == 9
// REPLAY: yes
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  if (x == 9)
    __builtin_unreachable(); // FAIL-HERE: unreachable
  return 0;
}
