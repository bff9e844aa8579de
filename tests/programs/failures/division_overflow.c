// INT_MIN / -1 has no result.
// VERDICT: unsafe
#include <limits.h>
static int quo(int a, int b) {
  return a / b; // FAIL-HERE: arithmetic
}
int main(void) { return quo(INT_MIN, -1); }
