#include <assert.h>
#include "heddle.h"
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  assert(x != 9);
  return 0;
}
