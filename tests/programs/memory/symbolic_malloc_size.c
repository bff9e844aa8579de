// A heap object whose size is an input: index 4 is inside exactly when the size is larger.
// VERDICT: unsafe
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  unsigned char n;
  heddle_symbolic(&n, 1, "n");
  heddle_assume(n >= 1 & n <= 8);
  char *p = malloc(n);
  p[n - 1] = 1;
  p[4] = 2; // FAIL-HERE: memory
  free(p);
  return 0;
}
// The failure needs n <= 4.
