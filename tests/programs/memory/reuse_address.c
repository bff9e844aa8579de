// The address of a freed object is compared with that of a new one: it may be the same, and natively it is at once. Memory for another
// class of sizes is elsewhere.
// RUN: heddle run --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// FAILURE: assert 22 same
// INPUT: malloc_reuses.2 == 1
// FAILURE: assert 23 other
// INPUT: malloc_reuses.2 == 0
// RUNS: full=2
// REPLAY: yes
// RUN: sh -c "for t in tests/*.assert.ktest; do %heddle replay --native --times=5 $t %s; done"
// EXIT: 1
// STDOUT: failed natively 5 of 5
// STDOUT: as recorded
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(16);
  unsigned long old = (unsigned long)p;
  free(p);
  char *q = malloc(20), *r = malloc(100);
  assert((unsigned long)q != old && "same");
  assert((unsigned long)q == old && "other");
  assert((unsigned long)r != old);
  free(q);
  free(r);
}
