// Each path starts from the same memory: what one path wrote is gone on the next.
// VERDICT: safe
// RUNS: full=4
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
static int g = 5;
static int calls;
int main(void) {
  int x, l = 7;
  char *h = malloc(4);
  h[0] = 1;
  heddle_symbolic(&x, sizeof x, "x");
  calls++;
  if (x > 0) { g = 100; l = 200; h[0] = 50; free(h); h = malloc(9); h[0] = 3; }
  else { assert(g == 5); assert(l == 7); assert(h[0] == 1); g++; }
  if (x % 2 == 0) { assert(calls == 1); g += 10; }
  assert(g == 100 || g == 110 || g == 6 || g == 16);
  return 0;
}
