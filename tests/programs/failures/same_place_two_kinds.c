// One line that can fail in two ways: each kind is an entry of its own.
// VERDICT: unsafe
// RUNS: full=3
// FAILURE: memory 16
// INPUT: i == 4
// FAILURE: arithmetic 16
// INPUT: d == 0
// REPLAY: yes
#include "heddle.h"
static int t[4] = {1, 2, 3, 4};
int main(void) {
  unsigned char i, d;
  heddle_symbolic(&i, 1, "i");
  heddle_symbolic(&d, 1, "d");
  heddle_assume(i <= 4);
  int r = t[i] / d;
  return r == 9;
}
