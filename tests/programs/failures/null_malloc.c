// With --malloc-fails an unchecked allocation is found.
// VERDICT: unsafe
// ARGS: --malloc-fails
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3; // FAIL-HERE: memory null
  free(p);
  return 0;
}
