// What a stale pointer reads is what was written to the object that took the place: on both sides of a decision that seems to have no
// influence on anything.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include "heddle.h"
int side;
int main(void) {
  int in, value;
  heddle_symbolic(&in, sizeof in, "in");
  int *stale = malloc(sizeof *stale);
  *stale = 1;
  free(stale);
  int *fresh = malloc(sizeof *fresh);
  if (in > 10) {
    value = 8;
    side = 1;
  } else {
    value = 7;
    side = 2;
  }
  *fresh = value;
  if (fresh == stale) assert(*stale == 7); // FAIL-HERE: assert
  free(fresh);
  return 0;
}
