// 128-bit division and remainder call the compiler's support routines.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
typedef unsigned __int128 u128;
static u128 quo(u128 a, u128 b) { return a / b; }
static u128 rem(u128 a, u128 b) { return a % b; }
static __int128 squo(__int128 a, __int128 b) { return a / b; }
int main(void) {
  u128 big = (u128)1 << 100;
  assert(quo(big, 1 << 20) == (u128)1 << 80 && rem(big + 5, 1 << 20) == 5);
  assert(quo(~(u128)0, 10) * 10 + rem(~(u128)0, 10) == ~(u128)0);
  assert(squo(-(__int128)big, 3) * 3 <= 0 && squo(-7, 2) == -3);
  return 0;
}
