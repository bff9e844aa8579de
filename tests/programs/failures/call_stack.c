// The call stack names the callers, innermost first.
// RUN: heddle run --out=%t/tests %s
// EXIT: 1
// STDOUT: innermost
// STDOUT: middle
// STDOUT: outermost
// STDOUT: main
#include <assert.h>
static void innermost(int x) { assert(x != 3); }
static void middle(int x) { innermost(x + 1); }
static void outermost(int x) { middle(x + 1); }
int main(void) {
  outermost(1);
  return 0;
}
