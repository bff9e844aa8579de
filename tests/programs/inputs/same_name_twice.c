// Two inputs with the same name are two inputs.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=4
// TESTS: 4
// REPLAY: yes
#include "heddle.h"
static int get(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  return x > 9;
}
int main(void) {
  int r = 0;
  if (get()) r |= 1;
  if (get()) r |= 2;
  return r;
}
