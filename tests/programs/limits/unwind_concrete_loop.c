// Concrete loops are not cut by --unwind.
// VERDICT: safe
// ARGS: --unwind=2
// RUNS: full=1
#include <assert.h>
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) s += i;
  assert(s == 499500);
  return 0;
}
