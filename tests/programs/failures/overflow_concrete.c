// A concrete overflow in a counter.
// VERDICT: unsafe
// ARGS: --check=+overflow
#include <limits.h>
int main(void) {
  int n = INT_MAX - 3;
  for (int i = 0; i < 10; i++)
    n++; // FAIL-HERE: arithmetic
  return n;
}
