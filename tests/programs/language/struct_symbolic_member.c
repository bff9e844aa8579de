// One symbolic member of a struct passed by value: 2 paths, the others stay concrete.
// VERDICT: safe
// RUNS: full=2
// TESTS: 2
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
struct s { int a; char b; short c; };
static int f(struct s v) { return v.b == 'x' ? v.a : v.c; }
int main(void) {
  struct s v = {10, 0, 20};
  heddle_symbolic(&v.b, 1, "b");
  int r = f(v);
  assert(r == 10 || r == 20);
  return 0;
}
