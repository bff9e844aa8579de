// Integer conversions of snprintf: flags, width, precision, length.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
static int is(const char *got, const char *want) { puts(got); return !strcmp(got, want); }
#define F(want, ...) (snprintf(b, sizeof b, __VA_ARGS__), is(b, want))
int main(void) {
  char b[64];
  assert(F("42", "%d", 42) && F("-7", "%i", -7) && F("   42", "%5d", 42) && F("42   |", "%-5d|", 42));
  assert(F("00042", "%05d", 42) && F("+42", "%+d", 42) && F(" 42", "% d", 42) && F("-0042", "%05d", -42));
  assert(F("0042", "%.4d", 42) && F("  0042", "%6.4d", 42) && F("", "%.0d", 0));
  assert(F("4294967295", "%u", -1) && F("ff", "%x", 255) && F("0XFF", "%#X", 255) && F("0377", "%#o", 255));
  assert(F("-2147483648", "%d", INT_MIN) && F("9223372036854775807", "%ld", LONG_MAX));
  assert(F("18446744073709551615", "%lu", ULONG_MAX) && F("-1", "%hhd", 255) && F("65535", "%hu", -1));
  assert(F("  7", "%*d", 3, 7) && F("007", "%.*d", 3, 7) && F("7  |", "%*d|", -3, 7));
  assert(F("100%", "%d%%", 100) && F("12345", "%zu", (size_t)12345) && F("5", "%jd", (__INTMAX_TYPE__)5));
  return 0;
}
