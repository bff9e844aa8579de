// --time=input: any time may have passed, but time never goes back.
// ARGS: --time=input
// VERDICT: unsafe
// FAILURE: assert 10 after - before != 1000
// REPLAY: yes
#include <assert.h>
#include <time.h>
int main(void) {
  time_t before = time(NULL), after = time(NULL);
  assert(after - before != 1000);
  assert(after >= before);
  return 0;
}
