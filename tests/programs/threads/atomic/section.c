// An atomic section is one step for the others.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=2 blocked=0
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int a, b;
static void *both(void *unused) {
  __VERIFIER_atomic_begin();
  a++;
  b++;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, both, NULL);
  __VERIFIER_atomic_begin();
  assert(a == b);
  __VERIFIER_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
