/* A condition is weakened from x > 0 to x >= 0. Everything is affected, but behind the branch summaries of the old version hold. */
#include <assert.h>
#include <heddle.h>

int main(void) {
  int x, y, a, b;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  heddle_assume(x != 1 && x != 3 && x != 2 && x != -1 && x != 0x7fffffff);
#if NEW
  if (x >= 0)
#else
  if (x > 0)
#endif
    a = x;
  else
    a = x - 2;
  if (y > 0) b = a + 1;
  else b = a - 1;
  assert(b != 0);
  return 0;
}
