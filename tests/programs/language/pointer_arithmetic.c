// Pointer differences, comparisons, casts through integers and through char.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
struct s { int a; double b; char c[3]; };
int main(void) {
  struct s v[5] = {{0}};
  struct s *p = v + 1, *q = &v[4];
  assert(q - p == 3 && p < q && (char *)q - (char *)p == 3 * (int)sizeof *p);
  uintptr_t n = (uintptr_t)p + sizeof *p;
  ((struct s *)n)->a = 9;
  assert(v[2].a == 9);
  unsigned char *raw = (unsigned char *)&v[2];
  assert(raw[0] == 9 && raw[1] == 0);
  assert(&v[5] - &v[0] == 5 && ((uintptr_t)&v[0].b & 7) == 0);
  return 0;
}
