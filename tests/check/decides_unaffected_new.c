// NEW-FAILURE: assert 17
// NEW-FAILURE: assert 18
// value of `a` and loses one of the two failures.
#include <assert.h>
#include <heddle.h>

int main(void) {
  unsigned char in;
  int a, b;
  heddle_symbolic(&in, 1, "in");
  if (in < 100) {
    a = 1;
  } else {
    a = 2;
  }
  b = a * 4;
  assert(b != 4);
  assert(b != 8);
  return 0;
}
