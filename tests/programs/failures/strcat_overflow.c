// strcat that does not fit.
// VERDICT: unsafe
#include <string.h>
int main(void) {
  char b[8] = "12345";
  strcat(b, "678"); // FAIL-HERE: memory
  return b[0];
}
