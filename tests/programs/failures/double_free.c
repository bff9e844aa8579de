// Freeing twice.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  free(p);
  free(p); // FAIL-HERE: memory
  return 0;
}
