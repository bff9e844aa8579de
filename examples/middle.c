/* middle.c: the middle of three numbers. There are six orders of three different numbers, and equal ones fall under one
   of the six: `heddle run examples/middle.c` explores six runs, writes six tests, and finds nothing wrong. */
#include <assert.h>
#include <heddle.h>

static int middle(int a, int b, int c) {
  if (a < b) {
    if (b < c) return b;
    if (a < c) return c;
    return a;
  }
  if (a < c) return a;
  if (b < c) return c;
  return b;
}

int main(void) {
  int a, b, c;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_symbolic(&c, sizeof c, "c");
  int m = middle(a, b, c);
  /* Written without branches, so that the check adds no runs: at least two numbers on each side of the result, itself
   * included. */
  assert(((a <= m) + (b <= m) + (c <= m) >= 2) & ((a >= m) + (b >= m) + (c >= m) >= 2));
  return 0;
}
