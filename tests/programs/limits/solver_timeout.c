// A question too hard for the time given makes the verdict incomplete, never safe.
// REASON: the solver gave no answer in time
// VERDICT: incomplete
// ARGS: --tests=paths --solver-timeout=20 --timeout=50
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned long a, b;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_assume((a > 1) & (b > 1) & (a < 1ul << 32) & (b < 1ul << 32));
  if (a * b == 18446743979220271189ul) return 1; /* the product of two primes just below 2^32 */
  return 0;
}
