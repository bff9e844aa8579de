// Two plans must not count on each other: the reversal of one race is left to a sleeping thread whose own races were left to it.
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
static int in, x0, x1;
static void *f2(void *arg) { int i = in; (void)i; int l0 = x1; x0 = l0 + 2; return arg; }
static void *f1(void *arg) { int i = in; (void)i; x1 = 1; x0 = 0; return arg; }
static void *f0(void *arg) { int i = in; (void)i; int l1 = x0, l2 = x0; assert(!(l1 == 2 && l2 == 0)); return arg; } // FAIL-HERE: assert
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, f0, NULL);
  pthread_create(&t[1], NULL, f1, NULL);
  pthread_create(&t[2], NULL, f2, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
