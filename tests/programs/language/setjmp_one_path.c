// One path meets setjmp, the other one fails: the failure is reported all the same.
// REASON: _setjmp is not supported
// VERDICT: unsafe
#include <assert.h>
#include <setjmp.h>
#include "heddle.h"
static jmp_buf env;
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  if (x == 1) return setjmp(env);
  assert(x != 2); // FAIL-HERE: assert
  return 0;
}
