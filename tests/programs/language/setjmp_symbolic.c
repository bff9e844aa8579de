// The value of a jump is an input; every call in the function may be the one that jumps.
// FAILURE: assert 26
// INPUT: x == 77
// REPLAY: yes
#include <assert.h>
#include <setjmp.h>
#include "heddle.h"
static jmp_buf buffer;
static int written;

static void maybe(int x) {
  written = x;
  if (x > 70) longjmp(buffer, x);
  written = 0;
}

int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  int v = setjmp(buffer);
  if (v == 0) {
    maybe(x);
    assert(x <= 70 && written == 0);
  } else {
    assert(v == x && written == x);
    assert(v != 77);
  }
  return 0;
}
