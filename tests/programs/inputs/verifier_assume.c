// __VERIFIER_assume cuts paths.
// VERDICT: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x % 2 == 0);
  __VERIFIER_assume(x < 10);
  assert(x != 7);
  assert(x <= 8);
  return 0;
}
