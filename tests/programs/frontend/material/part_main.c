#include <assert.h>
#include "part.h"
int shared = 3;
static int helper(void) { return 10; }
int main(void) {
  assert(scale(2) == 6 && counter() == 1 && counter() == 2 && helper() == 10);
  return 0;
}
