// Atomic sections on different data order nothing.
// ARGS: --check=race --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int a, b, data;
static void *writer(void *p) {
  data = 1;
  __VERIFIER_atomic_begin();
  a = 1;
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  __VERIFIER_atomic_begin();
  b = 1;
  __VERIFIER_atomic_end();
  int r = data; // FAIL-HERE: race
  pthread_join(t, 0);
  return r > 1;
}
