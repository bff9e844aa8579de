// Only the path with the endless loop is cut; the others are complete.
// REASON: a path is longer than 50000 instructions
// VERDICT: incomplete
// ARGS: --max-steps=50000
// RUNS: full=2
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  if (x < 50) return 0;
  if (x < 100) return 1;
  while (x >= 100) __asm__ volatile("" ::: "memory");
  return 2;
}
