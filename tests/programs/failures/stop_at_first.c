// --stop-at-first: three places fail, one is reported.
// RUN: heddle run --stop-at-first --json=%t/out.json --out=%t/tests %s
// EXIT: 1
// JSON: runs.full == 1
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  if (x < 10) assert(0);
  else if (x < 20) assert(0);
  else assert(0);
  return 0;
}
