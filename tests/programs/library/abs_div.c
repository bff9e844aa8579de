// abs, labs, llabs, div, ldiv.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdlib.h>
int main(void) {
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(17, -5);
  assert(abs(-3) == 3 && labs(-4L) == 4 && llabs(5) == 5 && d.quot == -3 && d.rem == -2 && l.quot == -3 && l.rem == 2);
  return 0;
}
