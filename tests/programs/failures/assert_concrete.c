// An assertion that always fails.
// VERDICT: unsafe
// RUNS: full=1
#include <assert.h>
int main(void) {
  assert(1 + 1 == 3); // FAIL-HERE: assert
  return 0;
}
