// bsearch with an input key: found exactly when the key is one of the elements.
// VERDICT: safe
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
static const int v[7] = {2, 3, 5, 7, 11, 13, 17};
static int cmp(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
  int k;
  heddle_symbolic(&k, sizeof k, "k");
  const int *p = bsearch(&k, v, 7, sizeof *v, cmp);
  if (p) assert(*p == k);
  else assert((k != 2) & (k != 3) & (k != 5) & (k != 7) & (k != 11) & (k != 13) & (k != 17));
  return 0;
}
