// strcpy into a buffer one byte too small: inside the library, reported at the call.
// VERDICT: unsafe
#include <string.h>
static void name(char *to, const char *from) {
  strcpy(to, from); // FAIL-HERE: memory
}
int main(void) {
  char b[5];
  name(b, "hello");
  return b[0];
}
