// An allocation of any size: a few sizes are explored, the report says so, and the smallest one shows the mistake.
// FAILURE: memory 15 out-of-bounds write
// INPUT: n == 0
// REASON: the size of an allocation has more than 256 possible values: 4 of them were explored (--exact-sizes: all) at
// JSON: runs.full <= 12
// REPLAY: yes
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  unsigned n;
  heddle_symbolic(&n, sizeof n, "n");
  char *p = malloc(n);
  if (!p) return 0;
  if (n > 10) p[10] = 1;
  p[n / 2] = 2;
  free(p);
  return 0;
}
