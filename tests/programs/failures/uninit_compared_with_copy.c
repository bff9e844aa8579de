// Comparing is a decision, also inside the library and where the answer is always the same.
// VERDICT: unsafe
// ARGS: --check=+uninit
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = malloc(4), *b = malloc(4);
  if (!a || !b) return 0;
  memcpy(b, a, 4);
  return memcmp(a, b, 4); // FAIL-HERE: memory
}
