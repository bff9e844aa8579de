// Conversions between floats and integers of all widths.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
static int toint(double d) { return (int)d; }
static unsigned touint(double d) { return (unsigned)d; }
static uint64_t tou64(double d) { return (uint64_t)d; }
static double fromu64(uint64_t v) { return (double)v; }
static float narrow(double d) { return (float)d; }
static double fromint(int v) { return v; }
static float fromlong(long v) { return (float)v; }
int main(void) {
  assert(toint(3.99) == 3 && toint(-3.99) == -3 && touint(4294967295.0) == 4294967295u);
  assert(tou64(18446744073709549568.0) == 18446744073709549568u);
  assert(fromu64(UINT64_MAX) == 18446744073709551616.0 && fromu64(9007199254740993u) == 9007199254740992.0);
  assert(narrow(16777217.0) == 16777216.0f && fromint(-5) == -5.0 && fromlong(16777217L) == 16777216.0f);
  return 0;
}
