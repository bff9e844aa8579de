// An empty asm statement as a compiler barrier does nothing.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
int main(void) {
  int x = 3;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("");
  assert(x == 3);
  return 0;
}
