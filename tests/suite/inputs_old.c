#include "heddle.h"

int main(void) {
  int a = 0, b = 0;
  heddle_symbolic(&a, sizeof a, "a");
  if (a > 7) {
    heddle_symbolic(&b, sizeof b, "b");
    if (b > 3) return 1;
    return 2;
  }
  if (a < 0) return 3;
  return 4;
}
