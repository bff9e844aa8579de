// __builtin_*_overflow of several types.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <limits.h>
static int add(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }
static int mul(long a, long b, long *r) { return __builtin_mul_overflow(a, b, r); }
static int subu(unsigned a, unsigned b, unsigned *r) { return __builtin_sub_overflow(a, b, r); }
static int narrow(int a, int b, signed char *r) { return __builtin_add_overflow(a, b, r); }
int main(void) {
  int r;
  long l;
  unsigned u;
  signed char c;
  assert(add(INT_MAX, 1, &r) && r == INT_MIN && !add(2, 3, &r) && r == 5);
  assert(mul(LONG_MAX, 2, &l) && l == -2 && !mul(1L << 31, 1L << 31, &l) && l == 1L << 62);
  assert(subu(1, 2, &u) && u == UINT_MAX && !subu(2, 1, &u));
  assert(narrow(100, 28, &c) && c == -128 && !narrow(100, 27, &c) && c == 127);
  return 0;
}
