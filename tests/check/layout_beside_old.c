#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pack {
  int x, y, z;
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
