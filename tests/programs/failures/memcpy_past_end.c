// memcpy past the end of its target, reported at the user's line.
// VERDICT: unsafe
#include <string.h>
int main(void) {
  char to[4];
  memcpy(to, "0123456789", 10); // FAIL-HERE: memory
  return to[0];
}
