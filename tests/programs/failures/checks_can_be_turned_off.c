// Only assertions asked for: the bad division ends the path but the assertion is reported.
// VERDICT: unsafe
// ARGS: --check=assert
#include <assert.h>
int main(void) {
  assert(0); // FAIL-HERE: assert
  return 0;
}
