// The 32-bit data model: sizes, layout, variable arguments, the heap, the library.
// ARGS: --data-model=32 --check=+leak
// VERDICT: safe
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct mixed { char c; long l; void *p; long long w; };
static long sum(int n, ...) {
  va_list list;
  long total = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) total += i % 2 ? (long)va_arg(list, long long) : va_arg(list, int);
  va_end(list);
  return total;
}
int main(void) {
  char text[40];
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4 && sizeof(long long) == 8);
  assert(sizeof(struct mixed) == 20);
  assert(sum(4, 1, 20LL, 300, 4000LL) == 4321);
  int *p = malloc(10 * sizeof *p);
  if (!p) return 1;
  for (int i = 0; i < 10; i++) p[i] = i;
  p = realloc(p, 20 * sizeof *p);
  assert(p && p[9] == 9);
  free(p);
  snprintf(text, sizeof text, "%ld %zu %s", 1234567L, strlen("four"), "x");
  assert(!strcmp(text, "1234567 4 x"));
  return 0;
}
