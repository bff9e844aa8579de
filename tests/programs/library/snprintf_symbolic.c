// snprintf with a symbolic number into a large buffer: fine, and the buffer ends with zero.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "heddle.h"
int main(void) {
  char b[40] = "";
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  int n = snprintf(b, sizeof b, "v=%d", x);
  assert(n >= 3);
  assert(b[0] == 'v');
  return 0;
}
