// INT_MIN / -1 found among the inputs; zero is excluded.
// VERDICT: unsafe
// INPUT: a == -2147483648
// INPUT: b == -1
// REPLAY: yes
#include "heddle.h"
int main(void) {
  int a, b;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_assume(b != 0);
  return a / b == 7; // FAIL-HERE: arithmetic
}
