// --stop-at-first-failure ends with the first one.
// VERDICT: unsafe
// ARGS: --stop-at-first-failure
// RUNS: full=1
#include <assert.h>
int main(void) {
  assert(0); // FAIL-HERE: assert
  return 0;
}
