// A lock that opens on the sequence 3 1 4: at each of 3 inputs a wrong one goes back to the start; 2^3 outcomes of "right",
// all feasible: 8 paths; only right-right-right opens.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=8
// INPUT: in[0] == 3
// INPUT: in[1] == 1
// INPUT: in[2] == 4
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static const unsigned char code[3] = {3, 1, 4};
int main(void) {
  unsigned char in[3];
  int at = 0;
  heddle_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 3; i++) {
    if (in[i] == code[at]) at++;
    else at = 0;
  }
  assert(at != 3); // FAIL-HERE: assert
  return 0;
}
