// Five heap objects reachable through a symbolic index: five paths, each writes its own object.
// VERDICT: safe
// RUNS: full=5
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  char *v[5];
  unsigned i;
  heddle_symbolic(&i, sizeof i, "i");
  heddle_assume(i < 5);
  for (int k = 0; k < 5; k++) v[k] = calloc(1, 8);
  char *p = v[i];
  p[3] = 1;
  assert(v[0][3] + v[1][3] + v[2][3] + v[3][3] + v[4][3] == 1);
  return 0;
}
