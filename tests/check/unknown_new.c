// The old version cannot be followed to its end with this test: whether it fails there is not known.
// UNKNOWN-FAILURE: assert 12
#include <assert.h>
#include <heddle.h>

extern void nobody_knows(void);

int main(void) {
  int k;
  heddle_symbolic(&k, sizeof k, "k");
  if (k == 3) k += 0;
  assert(k != 3);
  return 0;
}
