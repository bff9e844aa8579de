// A thread-local variable of the only thread.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static _Thread_local int t = 4;
static __thread char buffer[10] = "abc";
int main(void) {
  t++;
  buffer[1] = 'x';
  assert(t == 5 && buffer[1] == 'x' && buffer[2] == 'c' && buffer[9] == 0);
  return 0;
}
