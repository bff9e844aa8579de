// strlen of an array without a zero.
// VERDICT: unsafe
#include <string.h>
int main(void) {
  char b[3] = {'a', 'b', 'c'};
  return (int)strlen(b); // FAIL-HERE: memory
}
