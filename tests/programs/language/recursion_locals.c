// Each activation has its own locals, and their addresses differ.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
static int walk(int n, int *outer) {
  int mine = n;
  assert(&mine != outer);
  if (n > 0) {
    int below = walk(n - 1, &mine);
    assert(mine == n + 100 && below == n - 1);
  }
  if (outer) *outer += 100;
  return n;
}
int main(void) {
  assert(walk(30, 0) == 30);
  return 0;
}
