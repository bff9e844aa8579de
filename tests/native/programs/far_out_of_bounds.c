// So far out that the access meets another object: only the bounds of the array that is meant tell.
// EACH: memory
// USE: ../replayed.steps
#include <heddle.h>
static int small[4], large[4096];
int main(void) {
  unsigned i;
  heddle_symbolic(&i, sizeof i, "i");
  heddle_assume(i >= 512 && i < 2048);
  large[7] = 1;
  return small[i];
}
