// __builtin_add_overflow on inputs: 2 paths, and the flag says the truth on each.
// VERDICT: safe
// RUNS: full=2
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  int a, b, r;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  if (__builtin_add_overflow(a, b, &r)) assert((long)a + b != r);
  else assert((long)a + b == r);
  return 0;
}
