// A jump into a function that has returned, and one with a buffer of zeros.
// FAILURE: memory 20 longjmp to a function that has returned
// FAILURE: memory 23 longjmp with a buffer that no setjmp has written
#include <setjmp.h>
#include "heddle.h"
static jmp_buf buffer, never;

static int set(void) {
  int v = setjmp(buffer);
  return v;
}

static int again(void) { return set(); }

int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  if (x == 1) {
    if (set() == 0) again();
    longjmp(buffer, 1);
  }
  if (x == 2) {
    longjmp(never, 1);
  }
  return 0;
}
