// One branch has another input now, a second one of another size: what has no fitting bytes goes.
// EXPECT: 4 new, 1 kept, 3 retired
// REASON: the test has no input 'c'
// REASON: input 'b' has another size in the test
#include "heddle.h"

int main(void) {
  int a = 0, c = 0;
  short b = 0;
  heddle_symbolic(&a, sizeof a, "a");
  if (a > 7) {
    heddle_symbolic(&b, sizeof b, "b");
    if (b > 3) return 1;
    return 2;
  }
  if (a < 0) {
    heddle_symbolic(&c, sizeof c, "c");
    if (c > 0) return 3;
    return 5;
  }
  return 4;
}
