// With NDEBUG assertions vanish.
// VERDICT: safe
// RUNS: full=1
// ARGS: -- -DNDEBUG
#include <assert.h>
int main(void) {
  assert(0);
  return 0;
}
