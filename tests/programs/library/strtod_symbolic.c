// strtod of symbolic text: the search forks on its characters, and the value is an expression.
// FAILURE: assert 14
// INPUT: text[0] == 55
// INPUT: text[2] == 53
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  char text[4], *end;
  heddle_symbolic(text, 3, "text");
  text[3] = 0;
  double value = strtod(text, &end);
  assert(value != 7.5);
  if (end == text + 3 && text[0] == '1' && text[1] == 'e') assert(value >= 1 && value <= 1e9);
  return 0;
}
