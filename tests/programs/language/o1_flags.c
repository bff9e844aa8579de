// Compiled at -O1 by request: same result, clang's own intrinsics.
// VERDICT: safe
// ARGS: -- -O1
#include <assert.h>
#include <stdint.h>
static uint32_t rot(uint32_t x, int n) { return x << n | x >> (32 - n); }
static int max(int a, int b) { return a > b ? a : b; }
static int absolute(int a) { return a < 0 ? -a : a; }
volatile int in = -9;
int main(void) {
  assert(rot(0x80000001u, in + 13) == 0x18 && max(in, 4) == 4 && absolute(in) == 9);
  return 0;
}
