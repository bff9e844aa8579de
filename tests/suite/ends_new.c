// What failed passes, what passed fails, and a failure of the library's kind stays: tests say how they end, so the first two go.
// USE: one_thread.steps
// JSON: #new == 2
// JSON: #kept == 4
// JSON: #retired == 2
// JSON: #retired[reason=its run fails now (assert)] > 0
// JSON: #retired[reason=its run does not fail any more (assert)] > 0
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
