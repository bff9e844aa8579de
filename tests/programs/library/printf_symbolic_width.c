// A width and a precision that depend on inputs: a path for each value; what lies beyond 256 is left out and said so.
// VERDICT: unsafe
// REASON: beyond 256
// FAILURE: assert printf_symbolic_width.c:18
#include <assert.h>
#include <heddle.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16];
  int width, precision, far;
  heddle_symbolic(&width, sizeof width, "width");
  heddle_symbolic(&precision, sizeof precision, "precision");
  heddle_symbolic(&far, sizeof far, "far");
  heddle_assume(width >= -3 && width <= 5 && precision >= -1 && precision < 4);
  int length = snprintf(text, sizeof text, "%*.*s|", width, precision, "abc"), shown = precision < 0 ? 3 : precision;
  assert(length != 4 || width != -3 || precision != 1 || text[1] != 0x20);
  int most = shown > width && shown > -width ? shown : width < 0 ? -width : width;
  assert(length == most + 1 && strlen(text) == (size_t)length);
  assert(memchr(text, 'a', (size_t)length) == (shown == 0 ? NULL : text + (width > shown ? width - shown : 0)));
  if (width == 0 && precision == 0) snprintf(text, sizeof text, "%*d", far, 7);
  return 0;
}
