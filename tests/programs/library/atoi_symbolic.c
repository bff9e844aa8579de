// atoi of two input digits: the value asked for is found.
// VERDICT: unsafe
// INPUT: s[0] == 52
// INPUT: s[1] == 50
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  char s[3];
  heddle_symbolic(s, 2, "s");
  s[2] = 0;
  heddle_assume(s[0] >= '0' & s[0] <= '9' & s[1] >= '0' & s[1] <= '9');
  assert(atoi(s) != 42); // FAIL-HERE: assert
  return 0;
}
