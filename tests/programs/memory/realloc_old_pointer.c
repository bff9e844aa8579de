// The pointer given to realloc is dead afterwards.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[0] = 1;
  char *q = realloc(p, 400);
  q[0]++;
  return p[0]; // FAIL-HERE: memory
}
