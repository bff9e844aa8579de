// A 2-byte read at any byte offset of an array.
// VERDICT: safe
#include <assert.h>
#include <string.h>
#include "heddle.h"
static const unsigned char bytes[6] = {1, 2, 3, 4, 5, 6};
int main(void) {
  unsigned char k;
  unsigned short v;
  heddle_symbolic(&k, 1, "k");
  heddle_assume(k < 5);
  memcpy(&v, bytes + k, 2);
  assert(v == (k + 1) + (k + 2) * 256);
  return 0;
}
