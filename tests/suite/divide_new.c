// The test that fails belongs to one unit, the test that leads to another: the failure is reported once.
// USE: one_thread.steps
#include "heddle.h"

int main(void) {
  unsigned char b, c;
  int x = 0;
  heddle_symbolic(&b, 1, "b");
  heddle_symbolic(&c, 1, "c");
  heddle_assume(b != 9);
  if (c < 19) x = 100 / (b - 250);
  if (b < 100) x++;
  if (c == 3) x += 3;
  if (b == c) return 1;
  return x > 4;
}
