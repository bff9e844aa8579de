// A failure in the comparison function called by qsort is reported there.
// VERDICT: unsafe
#include <assert.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) {
  assert(*(const int *)a != 3); // FAIL-HERE: assert
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int v[] = {2, 3, 1};
  qsort(v, 3, sizeof *v, cmp);
  return 0;
}
