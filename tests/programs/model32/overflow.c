// long has 32 bits: an index past the end is found there too.
// ARGS: --data-model=32
// VERDICT: unsafe
#include "heddle.h"
static int cells[4];
int main(void) {
  unsigned long i;
  heddle_symbolic(&i, sizeof i, "i");
  heddle_assume(i <= 4);
  cells[i] = 1; // FAIL-HERE: memory
  return 0;
}
