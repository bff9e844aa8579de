// After the symbolic bytes comes the end of the input.
// VERDICT: safe
// ARGS: --sym-stdin=2
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a = getchar(), b = getchar(), c = getchar();
  assert(c == EOF);
  assert((a >= 0) & (a <= 255) | (a == EOF));
  assert((b >= 0) & (b <= 255) | (b == EOF));
  return 0;
}
