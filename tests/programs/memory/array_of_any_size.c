// A local array whose size became negative, or is larger than all memory: incomplete, and the other paths are explored.
// VERDICT: unsafe
// REASON: out of addresses for stack objects
// FAILURE: assert array_of_any_size.c:14
#include <assert.h>
#include <heddle.h>

int main(void) {
  long n;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n == -3 || n == -52 || n == 1L << 40 || n == 7);
  char array[n];
  array[n - 1] = 1;
  assert(n != 7);
  return 0;
}
