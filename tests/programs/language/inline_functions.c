// inline, static inline and weak definitions; an alias is the same function.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
static inline int sq(int x) { return x * x; }
int target(int x) { return x + 1; }
extern int other(int) __attribute__((alias("target")));
__attribute__((weak)) int soft(void) { return 6; }
extern int missing(void) __attribute__((weak));
int main(void) {
  assert(sq(5) == 25 && other(4) == 5 && soft() == 6);
  assert(!missing);
  return 0;
}
