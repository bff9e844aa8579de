// short * short cannot overflow an int.
// VERDICT: safe
// ARGS: --check=+overflow
#include "heddle.h"
int main(void) {
  short a, b;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  return a * b == 7;
}
