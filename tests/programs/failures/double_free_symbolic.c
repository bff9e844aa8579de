// Freeing twice on one of two paths.
// VERDICT: unsafe
// RUNS: full=2
// INPUT: x > 5
// REPLAY: yes
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  char *p = malloc(10);
  if (x > 5) free(p);
  free(p); // FAIL-HERE: memory
  return 0;
}
