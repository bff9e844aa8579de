// Two sections where one is needed.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int a, b;
static void *both(void *unused) {
  __VERIFIER_atomic_begin();
  a++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  b++;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, both, NULL);
  __VERIFIER_atomic_begin();
  assert(a == b); // FAIL-HERE: assert
  __VERIFIER_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
