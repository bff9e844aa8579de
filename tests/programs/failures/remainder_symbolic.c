// Remainder by zero.
// VERDICT: unsafe
// REPLAY: yes
#include "heddle.h"
int main(void) {
  unsigned char a, b;
  heddle_symbolic(&a, 1, "a");
  heddle_symbolic(&b, 1, "b");
  heddle_assume(a > b);
  return a % b; // FAIL-HERE: arithmetic
}
