// Euclid on a, b in 0..15: the path is the number of divisions; 0 to 6 occur (13 by 8 is the worst, one more if a < b): 7.
// VERDICT: safe
// RUNS: full=7
// TESTS: 7
#include "heddle.h"
int main(void) {
  unsigned char a, b;
  heddle_symbolic(&a, 1, "a");
  heddle_symbolic(&b, 1, "b");
  heddle_assume(a < 16 & b < 16);
  while (b) {
    unsigned char r = a % b;
    a = b;
    b = r;
  }
  return a;
}
