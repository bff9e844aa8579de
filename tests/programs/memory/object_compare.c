// Addresses of different objects differ; one past the end may be computed and compared.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int a[4], b[4];
int main(void) {
  int *end = a + 4, n = 0;
  for (int *p = a; p != end; p++) n++;
  assert(n == 4 && &a[0] != &b[0] && &a[3] < end);
  return 0;
}
