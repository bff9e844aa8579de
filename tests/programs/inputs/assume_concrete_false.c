// A concrete false assumption.
// VERDICT: safe
// RUNS: full=0
#include <assert.h>
#include "heddle.h"
int main(void) {
  heddle_assume(0);
  assert(0);
  return 0;
}
