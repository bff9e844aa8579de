// A concrete byte written into a symbolic word and the reverse.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdint.h>
#include "heddle.h"
int main(void) {
  uint32_t w = 0x11223344, s;
  heddle_symbolic((unsigned char *)&w + 1, 1, "b");
  assert((w & 0xffff00ff) == 0x11220044);
  heddle_symbolic(&s, sizeof s, "s");
  ((unsigned char *)&s)[3] = 0;
  assert(s <= 0xffffff);
  return 0;
}
