// Without an option standard input is empty.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[10];
  assert(getchar() == EOF && fgets(line, sizeof line, stdin) == NULL);
  return 0;
}
