// Every access stays below the symbolic size.
// VERDICT: safe
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  unsigned char n;
  heddle_symbolic(&n, 1, "n");
  heddle_assume(n >= 1 & n <= 4);
  unsigned char *p = malloc(n);
  for (unsigned i = 0; i < n; i++) p[i] = (unsigned char)i;
  assert(p[n - 1] == n - 1);
  free(p);
  return 0;
}
