// Structs through an ellipsis: small ones in registers, mixed classes, large ones in memory.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdarg.h>
struct small { int a, b; };
struct mixed { double d; long l; };
struct large { long v[5]; };
static long take(int n, ...) {
  va_list ap;
  long s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) {
    struct small x = va_arg(ap, struct small);
    struct mixed y = va_arg(ap, struct mixed);
    struct large z = va_arg(ap, struct large);
    s = s * 10 + x.a * x.b + (long)y.d + y.l + z.v[0] + z.v[4];
  }
  va_end(ap);
  return s;
}
int main(void) {
  struct small x = {2, 3};
  struct mixed y = {4.5, 5};
  struct large z = {{6, 0, 0, 0, 7}};
  assert(take(1, x, y, z) == 28);
  assert(take(3, x, y, z, x, y, z, x, y, z) == 28 * 111);
  return 0;
}
