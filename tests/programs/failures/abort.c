// abort() is a failure of its own kind.
// VERDICT: unsafe
// REPLAY: yes
#include <stdlib.h>
#include "heddle.h"
int main(void) {
  char c;
  heddle_symbolic(&c, 1, "c");
  if (c == '!')
    abort(); // FAIL-HERE: abort
  return 0;
}
