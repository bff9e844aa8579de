// Freeing a number.
// VERDICT: unsafe
#include <stdlib.h>
int main(void) {
  volatile long n = 12345;
  free((void *)n); // FAIL-HERE: memory
  return 0;
}
