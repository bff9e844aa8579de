// The remainder of a signed division has the sign of the dividend.
// VERDICT: safe
#include <assert.h>
#include "heddle.h"
int main(void) {
  signed char n;
  heddle_symbolic(&n, sizeof n, "n");
  int r = n % 7;
  assert(r > -7 & r < 7);
  assert((n < 0) | (r >= 0));
  assert(n / 7 * 7 + r == n);
  return 0;
}
