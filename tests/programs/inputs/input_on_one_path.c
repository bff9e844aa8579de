// An input that only one path asks for.
// VERDICT: unsafe
// RUNS: full=3
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char a, b = 0;
  heddle_symbolic(&a, 1, "a");
  if (a == 1) {
    heddle_symbolic(&b, 1, "b");
    assert(b != 200); // FAIL-HERE: assert
  }
  return b;
}
