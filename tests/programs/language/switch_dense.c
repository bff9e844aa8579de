// A dense switch with fall through and default in the middle.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int f(int x) {
  int r = 0;
  switch (x) {
  case 0: r += 1;
  case 1: r += 10; break;
  default: r = -1; break;
  case 2: r += 100;
  case 3:
  case 4: r += 1000;
  }
  return r;
}
int main(void) {
  assert(f(0) == 11 && f(1) == 10 && f(2) == 1100 && f(3) == 1000 && f(4) == 1000 && f(5) == -1 && f(-1) == -1);
  return 0;
}
