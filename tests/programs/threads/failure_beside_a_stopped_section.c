// A thread fails in the middle of an atomic section that has written; what another thread does then is only in doubt until
// it is seen without that section, too.
// RUN: heddle run --json=%t/out.json --strategy=naive --tests=none %s
// VERDICT: unsafe
// FAILURE: assert 21
// FAILURE: assert 27
// NOT-STDOUT: not everything explored
// RUN: heddle run --json=%t/out.json --strategy=guided --tests=none %s
// VERDICT: unsafe
// FAILURE: assert 21
// FAILURE: assert 27
// NOT-STDOUT: not everything explored
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;
static void *first(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  assert(arg);
  __VERIFIER_atomic_end();
  return arg;
}
static void *second(void *arg) {
  int seen = y;
  assert(seen == 2);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  y = x;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
