// strlen of up to 4 symbolic characters: 5 possible lengths, 5 paths.
// VERDICT: safe
// RUNS: full=5
// TESTS: 5
// REPLAY: yes
#include <assert.h>
#include <string.h>
#include "heddle.h"
int main(void) {
  char s[5];
  heddle_symbolic(s, 4, "s");
  s[4] = 0;
  size_t n = strlen(s);
  assert(n <= 4);
  return 0;
}
