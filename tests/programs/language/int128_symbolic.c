// A symbolic 64-bit product seen through its high half: one input pair per side, 2 paths.
// VERDICT: safe
// RUNS: full=2
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  unsigned __int128 v = (unsigned __int128)x << 60;
  if (v >> 64) assert(x >= 16);
  else assert(x < 16);
  return 0;
}
