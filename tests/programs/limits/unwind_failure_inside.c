// A failure within the bound is found although the loop is cut.
// VERDICT: unsafe
// ARGS: --unwind=5
// INPUT: n >= 3
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned n;
  heddle_symbolic(&n, sizeof n, "n");
  for (unsigned i = 0; i < n; i++)
    assert(i != 2); // FAIL-HERE: assert
  return 0;
}
