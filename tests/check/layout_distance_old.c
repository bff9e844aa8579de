#include <assert.h>

struct pack {
  int x, y;
};

static struct pack pack;
static char *first, *last;

int main(void) {
  first = (char *)&pack.x;
  last = (char *)&pack.y;
  assert(last - first < 8);
  return 0;
}
