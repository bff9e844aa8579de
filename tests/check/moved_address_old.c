#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct item {
  int key;
  int value;
};

int main(void) {
  struct item *p = malloc(sizeof *p);
  p->key = 1;
  uintptr_t place = (uintptr_t)&p->value;
  assert((place & 7) == 4);
  free(p);
  return 0;
}
