// Pointers stored in memory byte by byte stay pointers.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <string.h>
int main(void) {
  int x = 5, *p = &x, *q;
  unsigned char raw[sizeof p];
  for (unsigned i = 0; i < sizeof p; i++) raw[i] = ((unsigned char *)&p)[i];
  memcpy(&q, raw, sizeof q);
  *q = 6;
  assert(x == 6);
  return 0;
}
