// realloc of freed memory is reported at the user's line.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  free(p);
  p = realloc(p, 20); // FAIL-HERE: memory
  return p != 0;
}
