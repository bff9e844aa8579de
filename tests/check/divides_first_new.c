// Not equivalent: the division comes before the test that kept it from failing.
// NEW-FAILURE: arithmetic 7
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int x0, x1, x2;
static void step(void) { { int eq = x0 & 1; int er = 6 / (eq - 1); x1 = eq == 1 ? 0 : er; } }
static void *other(void *a) { x0 = 1; x1 = 2; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  step();
  pthread_join(t, 0);
  return x2;
}
