// Far too many paths for the time: what was found so far is reported.
// VERDICT: unsafe
// ARGS: --timeout=2 --tests=failures
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char b[40];
  int n = 0;
  heddle_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 40; i++)
    if (b[i] > 100) n++;
  assert(n > 40); // FAIL-HERE: assert
  return n;
}
