// strtol of one input character in base 10: a digit, or nothing is consumed.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  char s[2], *e;
  heddle_symbolic(s, 1, "s");
  s[1] = 0;
  long v = strtol(s, &e, 10);
  if (e == s) assert(v == 0);
  else assert(v == s[0] - '0');
  return 0;
}
