// Two writes of g in one block: what is read between them comes from the first one, whichever was reached first.
// NEW-FAILURE: assert 12
#include <assert.h>
int x, y, g, h, z;
int main(void) {
  x = 2;
  y = x;
  g = y;
  h = g;
  g = 4;
  z = g;
  assert(h != 2);
  return z;
}
