// memcpy reading past the end of its source.
// VERDICT: unsafe
#include <string.h>
int main(void) {
  char to[20], from[5] = "abcd";
  memcpy(to, from, sizeof to); // FAIL-HERE: memory
  return to[0];
}
