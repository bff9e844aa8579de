// Division truncates towards zero, the remainder takes the sign of the dividend.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
static int quo(int a, int b) { return a / b; }
static int rem(int a, int b) { return a % b; }
static unsigned uquo(unsigned a, unsigned b) { return a / b; }
static int64_t quo64(int64_t a, int64_t b) { return a / b; }
static uint64_t urem64(uint64_t a, uint64_t b) { return a % b; }
static int8_t quo8(int8_t a, int8_t b) { return a / b; }
int main(void) {
  assert(quo(7, 2) == 3 && quo(-7, 2) == -3 && quo(7, -2) == -3 && quo(-7, -2) == 3);
  assert(rem(7, 3) == 1 && rem(-7, 3) == -1 && rem(7, -3) == 1 && rem(-7, -3) == -1);
  assert(uquo(4294967295u, 2) == 2147483647u);
  assert(quo64(INT64_MIN, 2) == -4611686018427387904L && urem64(UINT64_MAX, 10) == 5);
  assert(quo8(-128, -1) == -128); /* promoted to int: 128, then narrowed */
  return 0;
}
