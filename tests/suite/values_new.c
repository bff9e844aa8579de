// Enumerated values, some of them new. In units as well.
// USE: one_thread.steps
#include <stdlib.h>

#include "heddle.h"

/* Sizes, cases and places: values that are enumerated one by one, in an order that must be the same for everybody. */
int main(void) {
  unsigned char n, k, c, text[3];
  heddle_symbolic(&n, 1, "n");
  heddle_symbolic(&k, 1, "k");
  heddle_symbolic(&c, 1, "c");
  heddle_symbolic(text, sizeof text, "text");
  heddle_assume(n < 7 && k < 4);
  char *p = malloc(n + 1u);
  p[n] = 1;
  int sum = p[n];
  free(p);
  switch (c) {
  case 'a': sum += 1; break;
  case 'b': case 'c': sum += text[0] > 9 ? 2 : 3; break;
  case 'd': sum += text[1] < 2 ? 4 : 8; break;
  default: sum += text[k % 3] == 'x';
  }
  if (text[1] == text[2]) sum++;
  return sum > 3;
}
