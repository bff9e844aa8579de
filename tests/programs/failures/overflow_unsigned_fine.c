// Unsigned arithmetic wraps by definition.
// VERDICT: safe
// ARGS: --check=+overflow
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned x;
  heddle_symbolic(&x, sizeof x, "x");
  unsigned y = x * 3 + 7 - x;
  unsigned char c = 255;
  c++;
  assert(c == 0);
  return y == 5;
}
