// Write at i, read at j: the read sees the write exactly when i == j.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  int a[6] = {10, 11, 12, 13, 14, 15};
  unsigned char i, j;
  heddle_symbolic(&i, 1, "i");
  heddle_symbolic(&j, 1, "j");
  heddle_assume(i < 6 & j < 6);
  a[i] = -1;
  int v = a[j];
  if (v == -1) assert(i == j);
  else assert(v == 10 + j);
  return 0;
}
