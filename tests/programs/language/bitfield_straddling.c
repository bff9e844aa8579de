// Packed bit-fields that cross byte and word borders.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <string.h>
struct __attribute__((packed)) p { unsigned a : 5; unsigned b : 13; unsigned long c : 50; unsigned d : 28; };
int main(void) {
  struct p x;
  memset(&x, 0, sizeof x);
  assert(sizeof x == 12);
  x.b = 0x1fff;
  x.c = 0x2aaaaaaaaaaaaUL;
  x.d = 0x5555555;
  x.a = 21;
  assert(x.a == 21 && x.b == 0x1fff && x.c == 0x2aaaaaaaaaaaaUL && x.d == 0x5555555);
  unsigned char raw[12];
  memcpy(raw, &x, 12);
  assert(raw[0] == (21 | (0x1f & 7) << 5) && raw[1] == 0xff);
  return 0;
}
