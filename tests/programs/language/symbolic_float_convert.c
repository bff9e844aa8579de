// An integer input turned into a double and back.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  int i;
  heddle_symbolic(&i, sizeof i, "i");
  double d = i;
  assert((int)d == i);
  return d > 3 ? 1 : 0;
}
