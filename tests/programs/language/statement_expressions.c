// GNU statement expressions and typeof.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
int main(void) {
  int i = 3;
  assert(MAX(i++, 2) == 3 && i == 4 && MAX(1, MAX(7, 5)) == 7);
  return 0;
}
