// What failed passes, what passed fails, and a failure of the library's kind stays: tests say how they end, so the first two go.
// EXPECT: 2 new, 4 kept, 2 retired
// REASON: its run fails now (assert)
// REASON: its run does not fail any more (assert)
#include <assert.h>

#include "heddle.h"

int main(void) {
  int a, table[4] = {1, 2, 3, 4};
  heddle_symbolic(&a, sizeof a, "a");
  if (a == 17) a++;
  if (a < 0) return 0;
  if (a == 5) assert(a != 5);
  if (a > 100) return table[a - 100] > 2;
  return a;
}
