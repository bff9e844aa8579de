// One branch has another input now, a second one of another size: what has no fitting bytes goes.
// USE: one_thread.steps
// JSON: #new == 4
// JSON: #kept == 1
// JSON: #retired == 3
// JSON: #retired[reason=the test has no input 'c'] > 0
// JSON: #retired[reason=input 'b' has another size in the test] > 0
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
