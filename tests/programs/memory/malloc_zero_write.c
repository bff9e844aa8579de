// Writing into malloc(0).
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  *p = 1; // FAIL-HERE: memory
  return 0;
}
