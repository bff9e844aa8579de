#include <assert.h>

#include "heddle.h"

int main(void) {
  int a, table[4] = {1, 2, 3, 4};
  heddle_symbolic(&a, sizeof a, "a");
  if (a == 17) assert(a != 17);
  if (a < 0) return 0;
  if (a == 5) return 5;
  if (a > 100) return table[a - 100] > 2;
  return a;
}
