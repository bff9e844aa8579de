// Integer promotions and the usual conversions: mixed signedness compares as unsigned, small types as int.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int less_mixed(int a, unsigned b) { return a < b; }
static int less_long(int a, long b) { return a < b; }
static int sum_chars(unsigned char a, unsigned char b) { return a + b; }
static int inverted(unsigned char a) { return ~a; }
static long mixed_long(unsigned a, long b) { return a + b; }
int main(void) {
  assert(!less_mixed(-1, 1u));
  assert(less_long(-1, 1));
  assert(sum_chars(200, 100) == 300);
  assert(inverted(0) == -1 && inverted(255) == -256);
  assert(mixed_long(4294967295u, 1) == 4294967296L);
  return 0;
}
