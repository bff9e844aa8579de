// Two tests come to lie on one path, and one path is new.
// EXPECT: 1 new, 5 kept, 1 retired
// REASON: takes the same path as test000004.ktest
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
