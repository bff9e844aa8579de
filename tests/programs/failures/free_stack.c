// Freeing a local variable.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  int x = 0, *p = &x;
  free(p); // FAIL-HERE: memory
  return x;
}
