// The summary shows the failing source line, the verdict, the input and how to replay.
// RUN: heddle run --out=%t/tests %s
// EXIT: 1
// STDOUT: assert(price != 4711)
// STDOUT: price
// STDOUT: 4711
// STDOUT: heddle replay
#include <assert.h>
#include "heddle.h"
int main(void) {
  int price;
  heddle_symbolic(&price, sizeof price, "price");
  assert(price != 4711);
  return 0;
}
