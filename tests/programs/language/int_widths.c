// Every integer type keeps its width and wraps or extends as C says.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
static int8_t to8(long v) { return (int8_t)v; }
static int16_t to16(long v) { return (int16_t)v; }
static int32_t to32(long v) { return (int32_t)v; }
static uint8_t tou8(long v) { return (uint8_t)v; }
static uint16_t tou16(long v) { return (uint16_t)v; }
static uint32_t tou32(long v) { return (uint32_t)v; }
static uint64_t tou64(int v) { return (uint64_t)v; }
int main(void) {
  assert(to8(0x1ff) == -1 && to8(0x80) == -128 && to8(127) == 127);
  assert(to16(0x18000) == -32768 && to16(-1) == -1);
  assert(to32(0x180000000L) == INT32_MIN);
  assert(tou8(-1) == 255 && tou16(-1) == 65535 && tou32(-1) == 4294967295u);
  assert(tou64(-1) == UINT64_MAX && tou64(INT32_MIN) == 0xffffffff80000000u);
  unsigned char c = 255;
  c++;
  assert(c == 0);
  printf("%d %d %u\n", to8(200), to16(40000), tou16(-2));
  return 0;
}
