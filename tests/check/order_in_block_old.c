#include <assert.h>
int x, y, g, h, z;
int main(void) {
  x = 1;
  y = x;
  g = y;
  h = g;
  g = 3;
  z = g;
  assert(h != 2);
  return z;
}
