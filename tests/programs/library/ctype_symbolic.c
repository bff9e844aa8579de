// isdigit on an input agrees with its definition for all bytes.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include <ctype.h>
#include "heddle.h"
int main(void) {
  unsigned char c;
  heddle_symbolic(&c, 1, "c");
  assert(!!isdigit(c) == (c >= '0' & c <= '9'));
  assert(!!isupper(c) == (c >= 'A' & c <= 'Z'));
  assert(tolower(c) == (c >= 'A' & c <= 'Z' ? c + 32 : c));
  return 0;
}
