// Three symbolic characters: only without any zero does strlen run over the end.
// VERDICT: unsafe
// RUNS: full=4
// INPUT: b[0] != 0
// INPUT: b[1] != 0
// INPUT: b[2] != 0
// REPLAY: yes
#include <string.h>
#include "heddle.h"
int main(void) {
  char b[3];
  heddle_symbolic(b, sizeof b, "b");
  return (int)strlen(b); // FAIL-HERE: memory
}
