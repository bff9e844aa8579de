// memset past the end, length from sizeof of the wrong thing.
// VERDICT: unsafe
#include <stdlib.h>
#include <string.h>
struct s { long a[4]; };
int main(void) {
  struct s *p = malloc(sizeof(p));
  memset(p, 0, sizeof(*p)); // FAIL-HERE: memory
  free(p);
  return 0;
}
