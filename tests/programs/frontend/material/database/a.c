#include <assert.h>
int b(int);
int main(void) {
  assert(b(4) == VALUE);
  return 0;
}
