#include <assert.h>
#include "extra.h"
int main(void) {
  assert(VALUE == 42 && extra() == 7);
  return 0;
}
