// A loop around it ends: it fails once at each place for each thread. A strong one never does; one whose values differ fails for that reason.
// ARGS: --strategy=dpor
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *adds(void *p) {
  int old = x;
  while (!__atomic_compare_exchange_n((int *)&x, &old, old + 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adds, 0);
  adds(0);
  pthread_join(t, 0);
  int e = 2, other = 7;
  assert(x == 2);
  assert(!atomic_compare_exchange_weak(&x, &other, 0) && other == 2);
  assert(atomic_compare_exchange_strong(&x, &e, 3));
  return 0;
}
