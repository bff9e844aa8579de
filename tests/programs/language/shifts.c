// Shifts of every width: logical for unsigned, arithmetic for signed.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
static int32_t sar(int32_t v, int n) { return v >> n; }
static uint32_t shr(uint32_t v, int n) { return v >> n; }
static uint32_t shl(uint32_t v, int n) { return v << n; }
static int64_t sar64(int64_t v, int n) { return v >> n; }
static uint64_t shl64(uint64_t v, int n) { return v << n; }
static uint8_t shr8(uint8_t v, int n) { return v >> n; }
int main(void) {
  assert(sar(-8, 1) == -4 && sar(INT32_MIN, 31) == -1 && sar(INT32_MAX, 31) == 0);
  assert(shr(0x80000000u, 31) == 1 && shl(1, 31) == 0x80000000u && shl(0xffffffffu, 4) == 0xfffffff0u);
  assert(sar64(INT64_MIN, 63) == -1 && shl64(1, 63) == 0x8000000000000000u && shr8(0x80, 7) == 1);
  for (int i = 0; i < 32; i++) assert(shr(shl(1, i), i) == 1);
  return 0;
}
