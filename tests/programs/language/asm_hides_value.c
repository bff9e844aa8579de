// An empty asm that ties a value through a register leaves it as it is.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
int main(void) {
  int x = 3;
  __asm__("" : "+r"(x));
  assert(x == 3);
  return 0;
}
