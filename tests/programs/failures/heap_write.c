// Writing past a heap block.
// VERDICT: unsafe
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(3);
  p[0] = 'a';
  p[3] = 0; // FAIL-HERE: memory
  free(p);
  return 0;
}
