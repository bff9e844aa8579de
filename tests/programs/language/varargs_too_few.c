// Reading more variable arguments than were passed.
// VERDICT: unsafe
// The walk runs past the area that holds the arguments.
#include <stdarg.h>
static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  while (n--)
    s += va_arg(ap, int); // FAIL-HERE: memory
  va_end(ap);
  return s;
}
int main(void) { return sum(100, 1, 2); }
