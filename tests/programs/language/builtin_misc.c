// expect, constant_p, object_size, choose_expr, types_compatible, assume, prefetch: no effect on results.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
static int f(int x) { return __builtin_expect(x > 3, 1) ? 1 : 2; }
int main(void) {
  char buffer[12];
  int x = 5;
  assert(f(5) == 1 && f(1) == 2 && __builtin_constant_p(3) && __builtin_object_size(buffer, 0) == 12);
  assert(__builtin_object_size(buffer + 4, 1) == 8 && __builtin_types_compatible_p(int, signed));
  assert(__builtin_choose_expr(1, 5, "no") == 5);
  __builtin_prefetch(&x);
  __builtin_assume(x == 5);
  assert(__builtin_object_size((void *)(unsigned long)&x, 0) >= 4 || 1);
  return 0;
}
