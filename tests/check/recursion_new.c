// NEW-FAILURE: assert 10
/* A function that calls itself hands an affected parameter on as it is. */
#include <assert.h>

int given = 1;

static int sum(int depth, int step) { return depth ? step + sum(depth - 1, step) : 0; }

int main(void) {
  assert(sum(2, given + 1) == 2);
  return 0;
}
