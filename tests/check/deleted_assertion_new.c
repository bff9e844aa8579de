// The deleted assertion failed. Without it both versions do the same, but for the states in which it does not end the run.
// NEW-FAILURE: assert 16
// FIXED-FAILURE: assert 5
#include <assert.h>
#include <heddle.h>

static int score(int x) {
  return x * 2;
}

int main(void) {
  int k;
  heddle_symbolic(&k, sizeof k, "k");
  if (k < 0 || k > 10) return 0;
  int y = score(k);
  assert(y != 10);
  return 0;
}
