// A heap object that nobody freed, reported where it was allocated.
// VERDICT: unsafe
// ARGS: --check=+leak
#include <stdlib.h>
int main(void) {
  char *p = malloc(10); // FAIL-HERE: leak
  p[0] = 1;
  return 0;
}
