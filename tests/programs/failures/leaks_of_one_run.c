// Several leaks at the end of a run are failures of one run.
// ARGS: --check=+leak
// VERDICT: unsafe
// RUNS: full=2
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  unsigned char keep;
  heddle_symbolic(&keep, sizeof keep, "keep");
  char *p = malloc(1); // FAIL-HERE: leak
  char *q = malloc(2); // FAIL-HERE: leak
  if (keep) return p == q;
  free(p);
  free(q);
  return 0;
}
