// Two pointers, each with two possible objects: 4 paths.
// VERDICT: safe
// RUNS: full=4
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static int a, b, c, d;
static int *const first[2] = {&a, &b};
static int *const second[2] = {&c, &d};
int main(void) {
  unsigned char i, j;
  heddle_symbolic(&i, 1, "i");
  heddle_symbolic(&j, 1, "j");
  heddle_assume(i < 2 & j < 2);
  *first[i] += 1;
  *second[j] += 2;
  assert(a + b + c + d == 3);
  return 0;
}
