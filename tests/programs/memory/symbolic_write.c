// A write at a symbolic index changes exactly one element, no path splits.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char a[8] = {0}, i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 8);
  a[i] = 7;
  assert(a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7] == 7);
  assert(a[i] == 7);
  return 0;
}
