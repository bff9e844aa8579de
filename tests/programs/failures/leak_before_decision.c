// What was not freed before a decision leaks behind it: a summary of the paths on which it was freed says nothing about these.
// VERDICT: unsafe
// ARGS: --check=+leak
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  unsigned char keep, number;
  heddle_symbolic(&keep, sizeof keep, "keep");
  heddle_symbolic(&number, sizeof number, "number");
  char *p = malloc(1); // FAIL-HERE: leak
  if (!keep) free(p);
  p = NULL;
  int used = 1;
  if (number > 3) used = number;
  assert(used != 0);
  return 0;
}
