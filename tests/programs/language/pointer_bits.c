// Flags kept in the low bits of an aligned pointer.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  long *p = malloc(sizeof *p);
  *p = 77;
  uintptr_t tagged = (uintptr_t)p | 3;
  assert((tagged & 7) == 3 && *(long *)(tagged & ~(uintptr_t)7) == 77);
  uintptr_t mixed = (uintptr_t)p ^ 0x5555;
  assert(*(long *)(mixed ^ 0x5555) == 77);
  free(p);
  return 0;
}
