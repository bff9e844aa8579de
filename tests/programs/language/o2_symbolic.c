// At -O2 a branch may become a select: both outcomes are still covered, whatever the number of paths.
// VERDICT: unsafe
// ARGS: -- -O2
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char v[8];
  int n = 0;
  heddle_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 8; i++) n += v[i] == 3 * i;
  assert(n != 8); // FAIL-HERE: assert
  return 0;
}
