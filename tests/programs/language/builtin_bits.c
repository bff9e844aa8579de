// clz, ctz, popcount, parity, ffs, bswap, bitreverse, rotate.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
static unsigned v(unsigned x) { return x; }
static unsigned long w(unsigned long x) { return x; }
int main(void) {
  assert(__builtin_clz(v(1)) == 31 && __builtin_ctz(v(0x80)) == 7 && __builtin_popcount(v(0xf0f0)) == 8);
  assert(__builtin_clzl(w(1)) == 63 && __builtin_ctzl(w(1ul << 40)) == 40 && __builtin_popcountl(w(~0ul)) == 64);
  assert(__builtin_parity(v(7)) == 1 && __builtin_ffs((int)v(0x10)) == 5 && __builtin_ffs((int)v(0)) == 0);
  assert(__builtin_bswap16((unsigned short)v(0x1234)) == 0x3412 && __builtin_bswap32(v(0x11223344)) == 0x44332211);
  assert(__builtin_bswap64(w(0x1122334455667788)) == 0x8877665544332211);
  assert(__builtin_bitreverse32(v(1)) == 0x80000000u && __builtin_rotateleft32(v(0x80000001u), 4) == 0x18);
  assert(__builtin_rotateright64(w(1), 1) == 1ul << 63 && __builtin_clrsb((int)v(0)) == 31);
  return 0;
}
