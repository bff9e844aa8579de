// One thread joins what another one detaches: whoever comes second fails.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=2
#include <pthread.h>
static pthread_t a;
static void *f(void *p) { return p; }
static void *g(void *p) {
  pthread_detach(a); // FAIL-HERE: sync
  return p;
}
int main(void) {
  pthread_t b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0); // FAIL-HERE: sync
  pthread_join(b, 0);
  return 0;
}
