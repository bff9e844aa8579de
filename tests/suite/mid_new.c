// Two tests come to lie on one path, and one path is new.
// USE: one_thread.steps
// JSON: #new == 1
// JSON: #kept == 5
// JSON: #retired == 1
// JSON: #retired[reason=takes the same path as test000004.ktest] > 0
#include "heddle.h"

static int mid(int x, int y, int z) {
  if (x < y) {
    if (y < z) return y;
    else if (x <= z) return z;
    else return x;
  } else if (x < z) return x;
  else if (y < z) return z;
  else return x;
}

int main(void) {
  int x, y, z;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  heddle_symbolic(&z, sizeof z, "z");
  return mid(x, y, z) == y;
}
