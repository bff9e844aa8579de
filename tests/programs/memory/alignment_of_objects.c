// Objects respect their alignment.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdint.h>
static char c1;
static _Alignas(32) char c2;
static double d;
int main(void) {
  char x;
  _Alignas(64) char y[3];
  long l;
  assert((uintptr_t)&c2 % 32 == 0 && (uintptr_t)&d % 8 == 0 && (uintptr_t)y % 64 == 0 && (uintptr_t)&l % 8 == 0);
  assert(&c1 != &c2 && (void *)&x != (void *)y);
  return 0;
}
