// realloc keeps the contents, grows and shrinks; from NULL it allocates.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// ARGS: --check=+leak
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *v = realloc(NULL, 2 * sizeof *v);
  v[0] = 11;
  v[1] = 22;
  v = realloc(v, 100 * sizeof *v);
  assert(v[0] == 11 && v[1] == 22);
  v[99] = 33;
  v = realloc(v, 1 * sizeof *v);
  assert(v[0] == 11);
  free(v);
  free(NULL);
  return 0;
}
