// rand as an input: both outcomes of a coin are explored.
// VERDICT: safe
// ARGS: --tests=paths --rand=input
// RUNS: full=2
// TESTS: 2
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int r = rand();
  assert(r >= 0);
  if (r & 1) return 1;
  return 0;
}
