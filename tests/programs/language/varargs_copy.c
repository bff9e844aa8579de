// va_copy keeps the position; a va_list may be handed to another function.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdarg.h>
static int rest(int n, va_list ap) {
  int s = 0;
  while (n--) s += va_arg(ap, int);
  return s;
}
static int twice(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  int first = va_arg(ap, int);
  va_copy(again, ap);
  int a = rest(n - 1, ap), b = rest(n - 1, again);
  va_end(ap);
  va_end(again);
  return first * 1000 + a * 10 + b;
}
int main(void) {
  assert(twice(4, 1, 2, 3, 4) == 1099);
  assert(twice(9, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 1088);
  return 0;
}
