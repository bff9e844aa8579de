// Static locals keep their value between calls, one object per function.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int tick(void) { static int n = 10; return n++; }
static int tock(void) { static int n; return n += 2; }
int main(void) {
  assert(tick() == 10 && tick() == 11 && tock() == 2 && tock() == 4 && tick() == 12);
  return 0;
}
