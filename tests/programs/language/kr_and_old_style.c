// Old-style definitions and implicit widening of their arguments.
// VERDICT: safe
// RUNS: full=1
// ARGS: -- -std=gnu89 -Wno-everything
#include <assert.h>
static int add(a, b) int a; short b; { return a + b; }
int main() {
  assert(add(3, 4) == 7);
  return 0;
}
