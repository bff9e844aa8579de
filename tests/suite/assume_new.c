// An assumption excludes whole paths, and tests on paths that are still there.
// USE: one_thread.steps
// JSON: #new == 2
// JSON: #kept == 1
// JSON: #retired == 3
// JSON: #retired[reason=an assumption of the program excludes it] > 0
#include "heddle.h"

int main(void) {
  unsigned char a, b;
  heddle_symbolic(&a, 1, "a");
  heddle_symbolic(&b, 1, "b");
  heddle_assume(a < 10 || b > 200);
  heddle_assume(b != 0 || a >= 10);
  if (a < 10) {
    if (b < 10) return 1;
    return 2;
  }
  if (b < 10) return 3;
  return 4;
}
