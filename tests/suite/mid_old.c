/* The middle of three numbers: the example of the literature. */
#include "heddle.h"

static int mid(int x, int y, int z) {
  if (x < y) {
    if (y < z) return y;
    else if (x < z) return z;
    else return x;
  } else if (x < z) return x;
  else if (y < z) return z;
  else return y;
}

int main(void) {
  int x, y, z;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  heddle_symbolic(&z, sizeof z, "z");
  return mid(x, y, z) == y;
}
