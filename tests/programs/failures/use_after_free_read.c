// Reading freed memory.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return *p; // FAIL-HERE: memory free
}
