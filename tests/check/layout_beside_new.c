// What lies beside a member is another one now: code that looks there has changed, though its text has not.
// NEW-FAILURE: assert 20
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pack {
  int x;
  int between;
  int y, z;
};

int main(void) {
  struct pack *p = malloc(sizeof *p);
  memset(p, 0, sizeof *p);
  p->y = 3;
  p->z = 4;
  long both;
  memcpy(&both, &p->x, 8);
  assert(both >> 32 == 3);
  int *next = &p->x;
  next++;
  assert(*next == 3);
  assert(p->z == 4);
  free(p);
  return 0;
}
