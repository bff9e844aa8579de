// A number computed from an address outlives every copy of the address itself.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static unsigned hash(void *p) { return (unsigned)((uintptr_t)p >> 4) * 2654435761u; }
int main(void) {
  void *p = malloc(8);
  unsigned old = hash(p);
  free(p);
  p = malloc(8);
  assert(hash(p) != old); // FAIL-HERE: assert
  free(p);
}
