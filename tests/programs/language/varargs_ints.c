// Many integer arguments: those in registers and those on the stack.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdarg.h>
static long sum(int n, ...) {
  va_list ap;
  long s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) s = s * 3 + va_arg(ap, int);
  va_end(ap);
  return s;
}
static long wide(int n, ...) {
  va_list ap;
  long s = 0;
  va_start(ap, n);
  while (n--) s += va_arg(ap, long);
  va_end(ap);
  return s;
}
int main(void) {
  assert(sum(0) == 0 && sum(3, 1, 2, 3) == 18);
  assert(sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 398574);
  assert(wide(3, 1L << 40, 2L << 40, -1L) == (3L << 40) - 1);
  assert(sum(2, 'a', (short)-5) == 97 * 3 - 5);
  return 0;
}
