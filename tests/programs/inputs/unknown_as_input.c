// --unknown=input: the result of an unknown function is an input.
// VERDICT: unsafe
// ARGS: --unknown=input
// REPLAY: yes
#include <assert.h>
int sensor(void);
int main(void) {
  int t = sensor();
  if (t > 100)
    assert(t != 451); // FAIL-HERE: assert
  return 0;
}
