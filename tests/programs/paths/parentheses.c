// 4 brackets, stopped when the depth goes below zero: 6 words never do, ")" and "())" stop early: 8 paths.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=8
// TESTS: 8
// REPLAY: yes
#include "heddle.h"
int main(void) {
  unsigned char b;
  int depth = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 4; i++) {
    if (b >> i & 1) depth++;
    else depth--;
    if (depth < 0) return 2;
  }
  return depth == 0;
}
