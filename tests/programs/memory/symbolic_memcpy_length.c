// memcpy with a symbolic length that may exceed the target.
// VERDICT: unsafe
// REPLAY: yes
#include <string.h>
#include "heddle.h"
int main(void) {
  char from[16] = "0123456789abcde", to[8];
  unsigned char n;
  heddle_symbolic(&n, 1, "n");
  heddle_assume(n <= 16);
  memcpy(to, from, n); // FAIL-HERE: memory
  return 0;
}
