// A flexible array member lives in the bytes allocated after the struct.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdlib.h>
struct line { int n; char text[]; };
int main(void) {
  struct line *l = malloc(sizeof *l + 5);
  l->n = 5;
  for (int i = 0; i < l->n; i++) l->text[i] = (char)('a' + i);
  assert(l->text[4] == 'e' && sizeof *l == 4);
  free(l);
  return 0;
}
