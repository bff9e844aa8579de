/* A failure that is found at once, then a question that needs the solver, and takes it longer than anybody waits. */
#include <assert.h>
#include <heddle.h>
int main(void) {
  unsigned long long a, b;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  assert(a != 77);
  a &= 0xffffffff;
  b &= 0xffffffff;
  if (a > 1 && b > a && a * b == 8670159482470034837ull) assert(HARD);
  return 0;
}
