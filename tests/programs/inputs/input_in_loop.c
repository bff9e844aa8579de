// A new input in each turn of a loop: 2^4 paths.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=16
// REPLAY: yes
#include "heddle.h"
int main(void) {
  int n = 0;
  for (int i = 0; i < 4; i++) {
    char c;
    heddle_symbolic(&c, 1, "c");
    if (c == 'x') n++;
  }
  return n;
}
