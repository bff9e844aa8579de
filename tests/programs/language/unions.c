// A union is one piece of memory seen through several types.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
union u { uint32_t w; uint8_t b[4]; uint16_t h[2]; float f; };
static union u make(uint32_t w) { union u x; x.w = w; return x; }
int main(void) {
  union u x = make(0x11223344);
  assert(x.b[0] == 0x44 && x.b[3] == 0x11 && x.h[1] == 0x1122);
  x.b[1] = 0xff;
  assert(x.w == 0x1122ff44);
  x.f = 1.0f;
  assert(x.w == 0x3f800000);
  return 0;
}
