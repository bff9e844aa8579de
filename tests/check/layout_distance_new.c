// The distance of two members is a number: what computes it has changed, though its text has not.
// NEW-FAILURE: assert 15
#include <assert.h>

struct pack {
  int x, between, y;
};

static struct pack pack;
static char *first, *last;

int main(void) {
  first = (char *)&pack.x;
  last = (char *)&pack.y;
  assert(last - first < 8);
  return 0;
}
