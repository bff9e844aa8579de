// strtol and relatives: bases, prefixes, signs, end pointers, overflow.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  char *e;
  assert(strtol("  -42x", &e, 10) == -42 && *e == 'x' && strtol("0x1fg", &e, 0) == 31 && *e == 'g');
  assert(strtol("077", NULL, 0) == 63 && strtol("z", NULL, 36) == 35 && strtol("1012", &e, 2) == 5 && *e == '2');
  const char *none = "  +q";
  assert(strtol(none, &e, 10) == 0 && e == none);
  assert(strtol("0x", &e, 16) == 0 && *e == 'x' && strtol("+7", NULL, 10) == 7);
  errno = 0;
  assert(strtol("9223372036854775807", NULL, 10) == LONG_MAX && errno == 0);
  assert(strtol("9223372036854775808", NULL, 10) == LONG_MAX && errno == ERANGE);
  errno = 0;
  assert(strtol("-9223372036854775808", NULL, 10) == LONG_MIN && errno == 0);
  assert(strtol("-99999999999999999999", NULL, 10) == LONG_MIN && errno == ERANGE);
  errno = 0;
  assert(strtoul("18446744073709551615", NULL, 10) == ULONG_MAX && errno == 0 && strtoul("-1", NULL, 10) == ULONG_MAX);
  assert(strtoull("ff", NULL, 16) == 255 && strtoll("-5", NULL, 10) == -5);
  assert(atoi("123abc") == 123 && atol("-9") == -9 && atoll("77") == 77 && atoi("") == 0);
  return 0;
}
