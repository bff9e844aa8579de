// strcmp of 3 symbolic bytes with "abc": the paths are those of the first difference and of equality.
// VERDICT: unsafe
// INPUT: s[0] == 97
// INPUT: s[1] == 98
// INPUT: s[2] == 99
// REPLAY: yes
#include <assert.h>
#include <string.h>
#include "heddle.h"
int main(void) {
  char s[4];
  heddle_symbolic(s, 3, "s");
  s[3] = 0;
  assert(strcmp(s, "abc") != 0); // FAIL-HERE: assert
  return 0;
}
