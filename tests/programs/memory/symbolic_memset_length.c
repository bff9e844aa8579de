// memset with a symbolic length touches exactly that many bytes.
// VERDICT: safe
#include <assert.h>
#include <string.h>
#include "heddle.h"
int main(void) {
  unsigned char a[6] = {0}, n;
  heddle_symbolic(&n, 1, "n");
  heddle_assume(n <= 6);
  memset(a, 1, n);
  assert(a[0] + a[1] + a[2] + a[3] + a[4] + a[5] == n);
  return 0;
}
