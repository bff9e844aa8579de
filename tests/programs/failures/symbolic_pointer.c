// A pointer whose value is an input may point anywhere.
// VERDICT: unsafe
#include "heddle.h"
int main(void) {
  int *p;
  heddle_symbolic(&p, sizeof p, "p");
  return *p == 1; // FAIL-HERE: memory
}
