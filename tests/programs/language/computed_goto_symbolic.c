// Computed goto on an input in 0..2: one path per label.
// VERDICT: safe
// RUNS: full=3
#include "heddle.h"
int main(void) {
  static void *const labels[] = {&&a, &&b, &&c};
  unsigned char i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 3);
  goto *labels[i];
a:
  return 1;
b:
  return 2;
c:
  return 3;
}
