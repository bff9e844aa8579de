// Far too many paths for the time: what was found so far is reported, and a failing side is looked at first.
// VERDICT: unsafe
// ARGS: --timeout=2 --tests=failures
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char b[40];
  int n = 0;
  heddle_symbolic(b, sizeof b, "b");
  assert(b[0] != 1); // FAIL-HERE: assert
  for (int i = 0; i < 40; i++)
    if (b[i] > 100) n++;
  return n;
}
