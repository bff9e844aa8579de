// q * d + r == n and r < d, for all n and all d in 1..15.
// VERDICT: safe
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char n, d;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_symbolic(&d, sizeof d, "d");
  heddle_assume(d >= 1 & d <= 15);
  unsigned char q = n / d, r = n % d;
  assert(r < d);
  assert((unsigned char)(q * d + r) == n);
  return 0;
}
