// setjmp on a path that no input reaches costs nothing.
// VERDICT: safe
// RUNS: full=2
#include <setjmp.h>
#include "heddle.h"
static jmp_buf env;
int main(void) {
  unsigned char x;
  heddle_symbolic(&x, 1, "x");
  if (x < 128) return 0;
  if (x < 100) return setjmp(env);
  return 1;
}
