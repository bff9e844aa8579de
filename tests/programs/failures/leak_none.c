// Everything freed: the check is silent.
// VERDICT: safe
// ARGS: --check=+leak
#include <stdlib.h>
int main(void) {
  char **p = malloc(3 * sizeof *p);
  for (int i = 0; i < 3; i++) p[i] = malloc(4);
  for (int i = 0; i < 3; i++) free(p[i]);
  free(p);
  return 0;
}
