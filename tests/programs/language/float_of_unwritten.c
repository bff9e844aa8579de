// Arithmetic on numbers that nobody wrote and nobody uses is no decision and leaves nothing open.
// VERDICT: safe
// RUNS: full==1
#include <assert.h>
struct pair { double used, unused; };
static struct pair twice(struct pair p) { return (struct pair){p.used * 2, p.unused * 2}; }
int main(void) {
  struct pair p;
  p.used = 1.5;
  assert(twice(p).used == 3);
  return 0;
}
