// Large local arrays and deep nesting of calls.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
static int deep(int n) {
  char big[5000];
  big[0] = (char)n;
  big[4999] = (char)(n + 1);
  int r = n ? deep(n - 1) : 0;
  return r + (big[4999] - big[0]);
}
int main(void) {
  assert(deep(100) == 101);
  return 0;
}
