// What is new is computed for a variable that both versions have.
// NEW-FAILURE: assert 14
#include <assert.h>
#include <heddle.h>

int main(void) {
  int n, c;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_symbolic(&c, sizeof c, "c");
  int k, m = n;
  if (m < 0 || m > 9) return 0;
  if (c) k = m + 3;
  else k = 0;
  assert(k != 12);
  return 0;
}
