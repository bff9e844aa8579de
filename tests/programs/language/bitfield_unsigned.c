// Unsigned bit-fields wrap at their width and do not disturb their neighbours.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
struct f { unsigned a : 3, b : 5, c : 7, d : 17; };
int main(void) {
  struct f x = {0};
  x.a = 9;
  x.b = 31;
  x.c = 100;
  x.d = 131071;
  assert(x.a == 1 && x.b == 31 && x.c == 100 && x.d == 131071);
  x.b++;
  assert(x.b == 0 && x.a == 1 && x.c == 100);
  x.d -= 1;
  assert(x.d == 131070);
  return 0;
}
