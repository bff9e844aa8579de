// A block-local object of a loop body starts anew, yet its address may be kept while it lives.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
int main(void) {
  int s = 0;
  for (int i = 0; i < 10; i++) {
    int local = i;
    int *p = &local;
    *p += 1;
    s += local;
  }
  assert(s == 55);
  return 0;
}
