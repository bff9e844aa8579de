// Words of 4 bytes read at a symbolic index.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static const int squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
int main(void) {
  unsigned i;
  heddle_symbolic(&i, sizeof i, "i");
  heddle_assume(i < 10);
  assert(squares[i] == (int)(i * i));
  assert(squares[i] != 49); // FAIL-HERE: assert
  return 0;
}
// Only index 7 holds 49.
