// The only copy of a freed address lies in the middle of a large object of which nothing else was written, across the
// border of two words: the new object may have that address, and the program can tell.
// VERDICT: unsafe
// FAILURE: assert reuse_held_in_large_object.c:18
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, MIDDLE = 520060 };

int main(void) {
  char *large = malloc(BYTES), *old = malloc(16), *kept;
  memcpy(large + MIDDLE, &old, sizeof old);
  free(old);
  old = NULL;
  char *new = malloc(16);
  memcpy(&kept, large + MIDDLE, sizeof kept);
  assert(kept != new);
  free(new);
  free(large);
  return 0;
}
