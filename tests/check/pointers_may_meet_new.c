// Not equivalent: what was written through one pointer may have been overwritten through the other.
// NEW-FAILURE: assert 7
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int x0, x1, x2;
static void step(void) { { int eq = 0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ep = 1; *ek = 2; eq = *ep; assert(eq == 1); } }
static void *other(void *a) { x0 = 1; x1 = 2; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  step();
  pthread_join(t, 0);
  return x2;
}
