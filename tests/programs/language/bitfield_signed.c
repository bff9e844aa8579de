// Signed bit-fields extend their sign.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
struct f { int a : 3; int b : 1; long c : 40; signed char d : 7; };
static void set(struct f *f, int a, int b, long c, int d) { f->a = a; f->b = b; f->c = c; f->d = d; }
int main(void) {
  struct f x;
  set(&x, -1, 1, -5, -64);
  assert(x.a == -1 && x.b == -1 && x.c == -5 && x.d == -64);
  set(&x, 3, 0, 0x7fffffffffL, 63);
  assert(x.a == 3 && x.b == 0 && x.c == 0x7fffffffffL && x.d == 63);
  set(&x, 4, 2, 1L << 39, 64);
  assert(x.a == -4 && x.b == 0 && x.c == -(1L << 39) && x.d == -64);
  return 0;
}
