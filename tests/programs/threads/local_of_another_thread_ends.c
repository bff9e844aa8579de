// A local variable is read by another thread before or after the function that has it returns.
// ARGS: --strategy=dpor
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
static int *volatile p;
static void lend(void) {
  int here = 3;
  p = &here;
}
static void *f(void *arg) {
  lend();
  return arg;
}
static void *g(void *arg) {
  int *q = p;
  if (q) {
    int l = *q;     // FAIL-HERE: memory
    assert(l != 3); // FAIL-HERE: assert
  }
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
