#include <assert.h>
#include "heddle.h"
void check_it(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  assert(x != 17);
}
int main(void) { return 0; }
