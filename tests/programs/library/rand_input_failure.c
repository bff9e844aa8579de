// A failure that needs one particular random number.
// VERDICT: unsafe
// ARGS: --rand=input
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(rand() != 123456); // FAIL-HERE: assert
  return 0;
}
