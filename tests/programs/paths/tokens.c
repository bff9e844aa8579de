// 3 characters, each classified by a switch in 3 classes: 27 paths.
// ARGS: --tests=paths
// VERDICT: safe
// RUNS: full=27
// TESTS: 27
#include "heddle.h"
int main(void) {
  char s[3];
  int n = 0;
  heddle_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 3; i++) {
    n *= 3;
    switch (s[i]) {
    case '+': n += 1; break;
    case '-': n += 2; break;
    default: break;
    }
  }
  return n;
}
