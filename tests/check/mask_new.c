// A place is not a failure: k == 4 fails newly where k == 77 fails in the old version, too.
// NEW-FAILURE: memory 5
#include <assert.h>
#include <heddle.h>
static void use(int *p, int i, int n) { p[i] = n; }
int main(void) {
  int a[4] = {0}, k;
  heddle_symbolic(&k, sizeof k, "k");
  if (k == 77) use(a, 4, 1);            /* known old bug, never fixed */
  if (k >= 0 && k <= 4) use(a, k, 2);
  return 0;
}
