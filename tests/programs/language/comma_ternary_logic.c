// Evaluation order and short circuit.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int calls;
static int hit(int r) { calls++; return r; }
int main(void) {
  assert(!(hit(0) && hit(1)) && calls == 1);
  assert((hit(1) || hit(1)) && calls == 2);
  int x = (hit(0), hit(7));
  assert(x == 7 && calls == 4 && (hit(1) ? 5 : hit(6)) == 5 && calls == 5);
  assert((hit(3) ?: 9) == 3 && calls == 6);
  return 0;
}
