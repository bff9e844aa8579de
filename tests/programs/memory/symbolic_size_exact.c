// With --exact-sizes every size is explored, also where there are more than 256: the one that fails is found.
// FAILURE: memory 15 out-of-bounds write
// ARGS: --exact-sizes
// INPUT: n == 300
// RUNS: full=401
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  unsigned n;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n <= 400);
  char *p = malloc(n + 1);
  if (!p) return 0;
  p[n] = 1;
  if (n == 300) p[301] = 1;
  free(p);
  return 0;
}
