// For some inputs only the old version writes.
// NEW-FAILURE: assert 16
#include <assert.h>
#include <heddle.h>

static int state = 1;

static void prepare(int n) {
  if (n > 12) state = 2;
}

int main(void) {
  int n;
  heddle_symbolic(&n, sizeof n, "n");
  prepare(n);
  assert(n < 9 || state == 2);
  return 0;
}
