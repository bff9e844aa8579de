// Sparse cases, long and unsigned selectors, negative values, case ranges.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int f(long x) {
  switch (x) {
  case -1: return 1;
  case 0x7fffffffffffffff: return 2;
  case (-0x7fffffffffffffff - 1): return 3;
  case 1000000007: return 4;
  case 'a' ... 'z': return 5;
  }
  return 0;
}
static int g(unsigned char c) {
  switch (c) {
  case 0: return 1;
  case 255: return 2;
  case 128 ... 200: return 3;
  default: return 4;
  }
}
int main(void) {
  assert(f(-1) == 1 && f(0x7fffffffffffffff) == 2 && f(-0x7fffffffffffffff - 1) == 3 && f(1000000007) == 4);
  assert(f('a') == 5 && f('m') == 5 && f('z') == 5 && f('z' + 1) == 0 && f('a' - 1) == 0);
  assert(g(0) == 1 && g(255) == 2 && g(128) == 3 && g(200) == 3 && g(201) == 4 && g(127) == 4);
  return 0;
}
