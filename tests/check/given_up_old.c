#include <assert.h>
#include <heddle.h>
static int steps;
static void touch(void) { steps++; }
static int f(int a, int *p, int *q) {
  int t;
  if (a == 0) {
    touch();
    t = 1;
  } else {
    *p = 1;
    t = a + *q;
  }
  return t * 2;
}
int main(void) {
  int a, x = 3, y = 4;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_assume(a >= 0 && a <= 5);
  int r = a & 1 ? f(a, &x, &y) : f(a, &y, &x);
  assert(r <= 20);
  return 0;
}
