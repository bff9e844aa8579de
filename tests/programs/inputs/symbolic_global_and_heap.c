// Inputs in a global, on the heap and in part of an array.
// VERDICT: unsafe
// RUNS: full=4
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
static int g;
int main(void) {
  char *h = malloc(4), a[6] = "hello";
  heddle_symbolic(&g, sizeof g, "g");
  heddle_symbolic(h, 4, "h");
  heddle_symbolic(a + 1, 2, "a");
  if (g == 5)
    if (h[3] == 'z')
      assert(a[2] != 'q' | a[0] != 'h'); // FAIL-HERE: assert
  free(h);
  return 0;
}
// Paths: g != 5; h[3] != z; the failure; a[2] != q.
