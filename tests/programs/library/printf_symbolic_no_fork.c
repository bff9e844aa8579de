// Printing a symbolic number splits no path.
// VERDICT: safe
// RUNS: full=1
// TESTS: 1
// REPLAY: yes
#include <stdio.h>
#include "heddle.h"
int main(void) {
  int x;
  unsigned char c;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&c, 1, "c");
  printf("x = %d, %5u, %x, %c\n", x, (unsigned)x, (unsigned)x, c);
  putchar(c);
  fprintf(stderr, "%d\n", x);
  return 0;
}
