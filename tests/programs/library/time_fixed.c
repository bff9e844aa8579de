// time and clock are deterministic and do not run backwards.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <time.h>
int main(void) {
  time_t t, u = time(&t);
  assert(t == u && time(NULL) >= u);
  clock_t c = clock();
  assert(clock() >= c);
  return 0;
}
