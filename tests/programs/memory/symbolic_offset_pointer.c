// A pointer moved by a symbolic amount inside its object and back.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include "heddle.h"
int main(void) {
  long v[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  unsigned char k;
  heddle_symbolic(&k, 1, "k");
  heddle_assume(k < 10);
  long *p = v + k;
  assert(p - v == k);
  assert(*p == k);
  assert(*(p - k) == 0);
  return 0;
}
