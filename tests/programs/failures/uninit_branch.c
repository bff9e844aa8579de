// A decision on uninitialised data, by option.
// VERDICT: unsafe
// ARGS: --check=+uninit
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  if (p[1] == 3) // FAIL-HERE: memory
    return 1;
  free(p);
  return 0;
}
