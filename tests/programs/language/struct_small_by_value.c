// Structs that travel in registers, as parameters and results.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
struct pair { int a, b; };
struct tiny { char c; };
struct mixed { float f; int i; };
struct two { long a; double b; };
static struct pair swap(struct pair p) { struct pair q = {p.b, p.a}; p.a = 99; return q; }
static struct tiny next(struct tiny t) { t.c++; return t; }
static struct mixed twice(struct mixed m) { m.f *= 2; m.i *= 2; return m; }
static struct two sum(struct two x, struct two y) { return (struct two){x.a + y.a, x.b + y.b}; }
int main(void) {
  struct pair p = {1, 2}, q = swap(p);
  assert(q.a == 2 && q.b == 1 && p.a == 1);
  assert(next((struct tiny){'a'}).c == 'b');
  struct mixed m = twice((struct mixed){1.5f, 21});
  assert(m.f == 3.0f && m.i == 42);
  struct two t = sum((struct two){1, 0.5}, (struct two){2, 0.25});
  assert(t.a == 3 && t.b == 0.75);
  return 0;
}
