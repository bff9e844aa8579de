// aligned_alloc and posix_memalign return what they promise.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = aligned_alloc(64, 128);
  assert(p && (uintptr_t)p % 64 == 0);
  p[127] = 1;
  void *q = NULL;
  assert(posix_memalign(&q, 256, 10) == 0 && (uintptr_t)q % 256 == 0);
  free(p);
  free(q);
  return 0;
}
