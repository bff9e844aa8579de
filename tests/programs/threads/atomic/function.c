// A function whose name begins with __VERIFIER_atomic_ is an atomic section, with what it calls.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=2 blocked=0
#include <assert.h>
#include <pthread.h>
static int value;
static void add_one(void) { value = value + 1; }
static void __VERIFIER_atomic_increment(void) { add_one(); }
static void *work(void *unused) {
  __VERIFIER_atomic_increment();
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2);
  return 0;
}
