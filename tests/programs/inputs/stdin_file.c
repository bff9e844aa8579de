// Concrete standard input from a file: this one.
// VERDICT: safe
// ARGS: --stdin=%s
// RUNS: full=1
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[80];
  assert(fgets(line, sizeof line, stdin) == line);
  assert(!strncmp(line, "// Concrete standard", 20) && strchr(line, '\n'));
  return 0;
}
