// Bit counts of an input: popcount agrees with a loop-free count, ctz with its definition.
// VERDICT: safe
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  int n = (x & 1) + (x >> 1 & 1) + (x >> 2 & 1) + (x >> 3 & 1) + (x >> 4 & 1) + (x >> 5 & 1) + (x >> 6 & 1) + (x >> 7 & 1);
  assert(__builtin_popcount(x) == n);
  heddle_assume(x != 0);
  assert(x >> __builtin_ctz(x) & 1);
  assert(x >> (31 - __builtin_clz(x)) == 1);
  assert(__builtin_bswap32(x) == (unsigned)x << 24);
  return 0;
}
