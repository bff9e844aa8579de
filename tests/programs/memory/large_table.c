// A table of 1024 entries read at a symbolic index; only one entry matches.
// VERDICT: unsafe
// INPUT: i == 700
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static unsigned table[1024];
int main(void) {
  unsigned short i;
  for (unsigned k = 0; k < 1024; k++) table[k] = k * 2654435761u;
  heddle_symbolic(&i, sizeof i, "i");
  heddle_assume(i < 1024);
  assert(table[i] != 700 * 2654435761u); // FAIL-HERE: assert
  return 0;
}
