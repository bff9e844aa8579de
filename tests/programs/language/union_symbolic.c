// An input seen through a union: the word equals the bytes put together, for all values.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdint.h>
#include "heddle.h"
union u { uint32_t w; uint8_t b[4]; };
int main(void) {
  union u x;
  heddle_symbolic(&x, sizeof x, "x");
  assert(x.w == (x.b[0] | (uint32_t)x.b[1] << 8 | (uint32_t)x.b[2] << 16 | (uint32_t)x.b[3] << 24));
  x.b[2] = 7;
  assert((x.w >> 16 & 0xff) == 7);
  return 0;
}
