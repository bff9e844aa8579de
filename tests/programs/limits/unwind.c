// --unwind=4 on a loop with a symbolic bound: 0 to 4 turns are explored, the rest is cut at the loop.
// VERDICT: incomplete
// ARGS: --unwind=4
// RUNS: full=5
// REASON: unwind.c:10
#include "heddle.h"
int main(void) {
  unsigned n, s = 0;
  heddle_symbolic(&n, sizeof n, "n");
  for (unsigned i = 0; i < n; i++)
    s += i;
  return (int)s;
}
