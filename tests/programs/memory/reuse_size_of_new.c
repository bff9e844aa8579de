// In the place of an old object a new one has bounds, contents and an origin of its own.
// ARGS: --check=+uninit,+leak
// VERDICT: unsafe
#include <heddle.h>
#include <stdlib.h>
static char *keep;
int main(void) {
  char *p = malloc(24), *old = p;
  p[23] = 1;
  free(p);
  keep = malloc(20); // FAIL-HERE: leak 20 bytes
  if (keep == old) {
    unsigned char which;
    heddle_symbolic(&which, 1, "which");
    if (which && keep[19] == 1) return 1; // FAIL-HERE: memory uninitialised
    keep[20] = 0;                         // FAIL-HERE: memory out-of-bounds write of 1 byte at offset 20
  }
}
