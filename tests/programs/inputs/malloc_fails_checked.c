// --malloc-fails with a program that checks: both outcomes explored, nothing fails.
// VERDICT: safe
// ARGS: --malloc-fails
// RUNS: full=2
#include <stdlib.h>
int main(void) {
  char *p = malloc(5);
  if (!p) return 1;
  p[4] = 0;
  free(p);
  return 0;
}
