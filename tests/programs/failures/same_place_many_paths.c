// Eight paths run into the same failing place: one entry.
// VERDICT: unsafe
// JSON: runs.full == 8
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char b;
  int n = 0;
  heddle_symbolic(&b, 1, "b");
  for (int i = 0; i < 3; i++)
    if (b >> i & 1) n++;
  assert(n > 3); // FAIL-HERE: assert
  return 0;
}
