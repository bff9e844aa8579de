#include <assert.h>
#include <heddle.h>
#ifndef BRANCHES
#define BRANCHES 12
#endif
#ifndef NEW
#define NEW 0
#endif

int main(void) {
  unsigned char b[BRANCHES];
  int seen = 0, limit;
  heddle_symbolic(b, sizeof b, "b");
  heddle_symbolic(&limit, sizeof limit, "limit");
  for (int i = 0; i < BRANCHES; i++) {
    if (b[i] > 100) seen |= 1;
    else seen &= 1;
  }
  int most = limit > 10 + NEW ? 10 + NEW : limit;
  assert(most + seen < 12);
  return 0;
}
