// --max-depth=3: paths with more decisions are cut, with the place.
// VERDICT: incomplete
// ARGS: --tests=paths --max-depth=3
// REASON: max_depth.c:12
// REASON: depth
#include "heddle.h"
int main(void) {
  unsigned char b;
  int n = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 6; i++)
    if (b >> i & 1)
      n++;
  return n;
}
