// sprintf into a small buffer.
// VERDICT: unsafe
#include <stdio.h>
int main(void) {
  char b[4];
  sprintf(b, "%d", 12345); // FAIL-HERE: memory
  return b[0];
}
