// A wrapper with an ellipsis over vsnprintf.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int format(char *to, size_t n, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  int r = vsnprintf(to, n, f, ap);
  va_end(ap);
  return r;
}
int main(void) {
  char b[40];
  assert(format(b, sizeof b, "%d %s %ld %c %.1f", 1, "two", 3L, '4', 5.5) == 13 && !strcmp(b, "1 two 3 4 5.5"));
  return 0;
}
