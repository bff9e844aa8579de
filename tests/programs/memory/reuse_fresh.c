// With --malloc=fresh no address is ever handed out again.
// ARGS: --malloc=fresh
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(16);
  unsigned long old = (unsigned long)p;
  free(p);
  char *q = malloc(16);
  assert((unsigned long)q != old);
  free(q);
}
