// memcmp of symbolic bytes with a constant: equal for exactly one input.
// VERDICT: unsafe
// INPUT: b == 0x12345678
// REPLAY: yes
#include <assert.h>
#include <string.h>
#include "heddle.h"
int main(void) {
  unsigned b, key = 0x12345678;
  heddle_symbolic(&b, sizeof b, "b");
  assert(memcmp(&b, &key, sizeof b)); // FAIL-HERE: assert
  return 0;
}
