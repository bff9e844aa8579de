// A stale pointer: with a new address its use is reported; with the old one it reaches the new object, as it does natively, and what the
// program does with that is seen, too. The new object has nothing in it, and what is freed twice is freed.
// ARGS: --check=+leak
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *stale = p;
  *p = 1;
  free(p);
  int *q = malloc(sizeof *q);
  *q = 2;
  if (q == stale) {
    assert(*stale == 2);
    *stale = 3;
    assert(*q == 3);
    free(stale);
    free(q); // FAIL-HERE: memory double free
  }
  *stale = 4; // FAIL-HERE: memory use after free
  free(q);
}
