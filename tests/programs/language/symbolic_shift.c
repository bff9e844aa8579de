// A shift by an input that stays below the width never fails and multiplies by a power of two.
// VERDICT: safe
// ARGS: --check=+shift
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char n;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n < 32);
  unsigned v = 1u << n;
  assert(v != 0);
  assert((v & (v - 1)) == 0);
  assert(v >> n == 1);
  return 0;
}
