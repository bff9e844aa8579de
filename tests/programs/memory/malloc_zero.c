// malloc(0): an object of no bytes that may be freed; two of them differ.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(0), *q = malloc(0);
  assert(!p || p != q);
  free(p);
  free(q);
  return 0;
}
