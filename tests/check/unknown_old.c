#include <assert.h>
#include <heddle.h>

extern void nobody_knows(void);

int main(void) {
  int k;
  heddle_symbolic(&k, sizeof k, "k");
  if (k == 3) nobody_knows();
  assert(k != 3);
  return 0;
}
