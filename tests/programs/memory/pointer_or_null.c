// One of the two values of a pointer is null: one path fails, the other goes on.
// VERDICT: unsafe
// RUNS: full=2
// REPLAY: yes
#include "heddle.h"
static int x = 4;
static int *const where[2] = {&x, 0};
int main(void) {
  unsigned char i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 2);
  int *p = where[i];
  return *p; // FAIL-HERE: memory
}
