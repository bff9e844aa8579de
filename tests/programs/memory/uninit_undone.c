// What one side of a decision wrote to a fresh variable is undone for the other side, where it was never written.
// VERDICT: unsafe
// FAILURE: assert 15
// INPUT: c == 3
// REPLAY: yes
#include <assert.h>
#include <heddle.h>

int main(void) {
  int u[2], c, x;
  heddle_symbolic(&c, sizeof c, "c");
  heddle_symbolic(&x, sizeof x, "x");
  heddle_assume(x >= 0 && x < 10);
  if (c != 3) u[0] = x;
  assert(u[0] < 10);
  return 0;
}
