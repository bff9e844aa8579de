// calloc clears; malloc does not promise anything but returns distinct, aligned objects.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *z = calloc(7, sizeof *z);
  for (int i = 0; i < 7; i++) assert(z[i] == 0);
  char *a = malloc(3), *b = malloc(5);
  a[2] = 1;
  b[4] = 2;
  assert(a != b && (uintptr_t)a % 16 == 0 && (uintptr_t)b % 16 == 0 && a[2] == 1);
  assert(calloc((size_t)-1, 16) == NULL);
  free(z); free(a); free(b);
  return 0;
}
