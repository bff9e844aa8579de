// Freeing a global array.
// VERDICT: unsafe
#include <stdlib.h>
static char g[10];
static void drop(void *p) {
  free(p); // FAIL-HERE: memory
}
int main(void) {
  drop(g);
  return 0;
}
