// In an atomic section nobody sees the middle; an object that only one thread sees has none.
// ARGS: --strategy=naive
// VERDICT: safe
// RUNS: full=2
#include <assert.h>
#include <pthread.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static long shared[8];
static void *fills(void *p) {
  long own[8], other[8];
  memset(own, 1, sizeof own);
  memcpy(other, own, sizeof other);
  __VERIFIER_atomic_begin();
  memcpy(shared, other, sizeof shared);
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t t;
  long l[8];
  pthread_create(&t, 0, fills, 0);
  __VERIFIER_atomic_begin();
  memcpy(l, shared, sizeof l);
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  assert(l[0] == l[7]);
  return 0;
}
