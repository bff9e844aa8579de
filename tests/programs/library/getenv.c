// getenv of an unset variable is NULL; the environment is the same on every run.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(getenv("HEDDLE_TEST_SURELY_NOT_SET") == NULL);
  return 0;
}
