// Making more bytes symbolic than the object has is a failure of the program.
// VERDICT: unsafe
#include "heddle.h"
int main(void) {
  char c[2];
  heddle_symbolic(c, 3, "c"); // FAIL-HERE: memory
  return 0;
}
