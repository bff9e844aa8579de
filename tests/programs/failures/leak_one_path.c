// Freed on one path, forgotten on the other.
// VERDICT: unsafe
// ARGS: --check=+leak
// RUNS: full=2
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  char *p = malloc(4); // FAIL-HERE: leak
  if (x == 3) return 1;
  free(p);
  return 0;
}
