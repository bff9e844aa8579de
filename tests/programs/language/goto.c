// goto forwards, backwards, out of nested loops.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
int main(void) {
  int i = 0, n = 0;
again:
  if (i < 10) { i++; n += i; goto again; }
  assert(n == 55);
  for (int a = 0; a < 10; a++)
    for (int b = 0; b < 10; b++)
      if (a * b == 42) { n = a * 10 + b; goto found; }
  assert(0);
found:
  assert(n == 67);
  return 0;
}
