// Freeing a pointer into the middle of an object.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  p++;
  free(p); // FAIL-HERE: memory
  return 0;
}
