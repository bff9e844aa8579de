// _BitInt of widths that are no power of two wrap at their own width.
// VERDICT: safe
// RUNS: full=1
// ARGS: -- -std=c2x
#include <assert.h>
static unsigned _BitInt(7) up(unsigned _BitInt(7) v) { return v + (unsigned _BitInt(7))1; }
static _BitInt(37) neg(_BitInt(37) v) { return -v; }
int main(void) {
  assert(up(127) == 0 && up(5) == 6);
  assert(neg(5) == -5 && (long)neg((_BitInt(37))1 << 35) == -(1L << 35));
  return 0;
}
