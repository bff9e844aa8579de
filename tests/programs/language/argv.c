// argc, argv and envp as the program sees them without arguments of its own.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stddef.h>
int main(int argc, char **argv, char **envp) {
  assert(argc == 1 && argv[0] != NULL && argv[0][0] != 0 && argv[1] == NULL);
  assert(envp != NULL);
  int n = 0;
  while (envp[n]) n++;
  assert(n >= 0);
  return 0;
}
