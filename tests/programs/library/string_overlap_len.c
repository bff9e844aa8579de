// Library functions on strings inside larger objects stop at the zero byte.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <string.h>
struct rec { char a[4]; char b[4]; };
int main(void) {
  struct rec r = {"abc", "def"};
  assert(strlen(r.a) == 3 && strlen(r.b) == 3 && !strcmp(r.b, "def") && strchr(r.a, 'd') == NULL);
  return 0;
}
