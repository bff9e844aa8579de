// Swapping two elements at symbolic places keeps the sum and exchanges the values.
// VERDICT: safe
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char a[5] = {1, 2, 4, 8, 16}, i, j;
  heddle_symbolic(&i, 1, "i");
  heddle_symbolic(&j, 1, "j");
  heddle_assume(i < 5 & j < 5);
  unsigned char x = a[i], y = a[j];
  a[i] = y;
  a[j] = x;
  assert(a[0] + a[1] + a[2] + a[3] + a[4] == 31);
  assert(a[j] == x);
  assert(a[i] == y);
  return 0;
}
