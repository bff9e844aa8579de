// A table read through a table: only one index makes the composition 2.
// VERDICT: unsafe
// INPUT: i == 3
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static const unsigned char t[8] = {7, 6, 0, 5, 1, 2, 3, 4};
int main(void) {
  unsigned char i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 8);
  assert(t[t[i]] != 2); // FAIL-HERE: assert
  return 0;
}
