#include "heddle.h"

int main(void) {
  unsigned char a, b;
  heddle_symbolic(&a, 1, "a");
  heddle_symbolic(&b, 1, "b");
  if (a < 10) {
    if (b < 10) return 1;
    return 2;
  }
  if (b < 10) return 3;
  return 4;
}
