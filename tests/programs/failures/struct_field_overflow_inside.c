// Running over a field but staying inside the object is not an access outside an object.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
struct s { char a[4]; char b[4]; };
int main(void) {
  struct s s = {"abc", "def"};
  char *p = s.a;
  assert(p[4] == 'd');
  return 0;
}
