// Only one of two elements was written: the input decides whether the decision is sound.
// VERDICT: unsafe
// ARGS: --check=+uninit
// RUNS: full==2
// REPLAY: yes
#include "heddle.h"
int main(void) {
  int which, pair[2];
  heddle_symbolic(&which, sizeof which, "which");
  pair[0] = 1;
  if (pair[which & 1] > 0) // FAIL-HERE: memory uninitialised
    return 1;
  return 0;
}
