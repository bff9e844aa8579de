// Reading past a heap block.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  int *p = calloc(3, sizeof *p);
  int v = p[3]; // FAIL-HERE: memory
  free(p);
  return v;
}
