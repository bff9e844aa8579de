// Only memory is asked for: the assertion that fails is not reported, the bad access is.
// VERDICT: unsafe
// ARGS: --check=memory
#include <assert.h>
#include "heddle.h"
static int t[4];
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  if (x > 100) assert(0);
  return t[x & 7]; // FAIL-HERE: memory
}
