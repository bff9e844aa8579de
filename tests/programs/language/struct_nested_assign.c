// Assignment of nested structs copies every member, arrays and padding neighbours included.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stddef.h>
struct in { char c; long l; short s[3]; };
struct out { struct in a[2]; struct in *p; char tail; };
int main(void) {
  struct out x = {{{'a', 1, {1, 2, 3}}, {'b', 2, {4, 5, 6}}}, 0, 't'}, y;
  x.p = &x.a[1];
  y = x;
  y.a[1].s[2] = 60;
  assert(x.a[1].s[2] == 6 && y.p->s[2] == 6 && y.tail == 't');
  *y.p = y.a[0];
  assert(x.a[1].c == 'a' && x.a[1].s[0] == 1);
  assert(offsetof(struct in, l) == 8 && sizeof(struct in) == 24);
  return 0;
}
