// Symbolic standard input read with getchar: the word is found.
// VERDICT: unsafe
// ARGS: --sym-stdin=3
// REPLAY: yes
#include <assert.h>
#include <stdio.h>
int main(void) {
  if (getchar() == 'c' && getchar() == 'a')
    assert(getchar() != 't'); // FAIL-HERE: assert
  return 0;
}
