// heddle_assert fails with its own text.
// VERDICT: unsafe
// INPUT: x == 5
// REPLAY: yes
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  heddle_assert(x != 5, "five is forbidden"); // FAIL-HERE: assert five is forbidden
  return 0;
}
