// reach_error with a body, as SV-COMP programs have it, is still the failure.
// VERDICT: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
int main(void) {
  if (__VERIFIER_nondet_int() == 3) {
    reach_error(); // FAIL-HERE: assert
  }
  return 0;
}
