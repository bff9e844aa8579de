// Moving the bytes of a symbolic float around needs no arithmetic and stays complete.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <string.h>
#include "heddle.h"
struct s { float f; int i; };
int main(void) {
  struct s a, b;
  heddle_symbolic(&a, sizeof a, "a");
  b = a;
  float f = b.f;
  unsigned x, y;
  memcpy(&x, &f, sizeof x);
  memcpy(&y, &a.f, sizeof y);
  assert(x == y);
  return 0;
}
