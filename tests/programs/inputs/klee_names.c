// klee_make_symbolic, klee_assume and klee_assert.
// VERDICT: unsafe
// INPUT: x == 12
// REPLAY: yes
#include <stddef.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_assume(unsigned long condition);
void klee_assert(int condition);
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x > 10);
  klee_assume(x < 14);
  klee_assert(x != 12); // FAIL-HERE: assert
  return 0;
}
