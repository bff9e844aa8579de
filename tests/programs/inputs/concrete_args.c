// Concrete arguments by option.
// VERDICT: safe
// ARGS: --arg=hello --args="a 'b c'"
// RUNS: full=1
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argc == 4 && !strcmp(argv[1], "hello") && !strcmp(argv[2], "a") && !strcmp(argv[3], "b c") && !argv[4]);
  return 0;
}
