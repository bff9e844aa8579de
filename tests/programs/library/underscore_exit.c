// _Exit stops at once: the handler, which would fail, is not run.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdlib.h>
static void bad(void) { assert(0); }
int main(void) {
  atexit(bad);
  _Exit(0);
}
