// qsort of 3 input bytes: sorted on every path.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
static int cmp(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
int main(void) {
  unsigned char v[3];
  heddle_symbolic(v, 3, "v");
  qsort(v, 3, 1, cmp);
  assert(v[0] <= v[1]);
  assert(v[1] <= v[2]);
  return 0;
}
