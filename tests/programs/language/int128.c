// 128-bit arithmetic: carries, multiplication, shifts, comparison, division.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
typedef unsigned __int128 u128;
typedef __int128 s128;
static u128 make(unsigned long hi, unsigned long lo) { return (u128)hi << 64 | lo; }
static u128 mul(unsigned long a, unsigned long b) { return (u128)a * b; }
static unsigned long high(u128 v) { return (unsigned long)(v >> 64); }
int main(void) {
  u128 a = make(0, ~0ul);
  a += 1;
  assert(high(a) == 1 && (unsigned long)a == 0);
  u128 m = mul(~0ul, ~0ul);
  assert(high(m) == ~0ul - 1 && (unsigned long)m == 1);
  assert(high(make(5, 0) << 3) == 40 && (unsigned long)(make(5, 0) >> 62) == 20);
  s128 n = -1;
  assert(n < 0 && n < (s128)a && high((u128)n) == ~0ul && n >> 100 == -1);
  assert(make(1, 0) > make(0, ~0ul) && make(2, 3) == make(2, 3) && make(2, 3) - make(1, 4) == ~0ul);
  return 0;
}
