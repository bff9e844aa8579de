// 8191 is prime: no two factors above 1 have this product.
// VERDICT: safe
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char x, y;
  heddle_symbolic(&x, 1, "x");
  heddle_symbolic(&y, 1, "y");
  heddle_assume(x > 1 & y > 1);
  assert(x * y != 8191);
  return 0;
}
