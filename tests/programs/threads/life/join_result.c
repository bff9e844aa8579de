// The result of a thread, from return and from pthread_exit.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static void deep(long n) {
  if (n == 0) pthread_exit((void *)77L);
  deep(n - 1);
}
static void *returns(void *p) { return (void *)((long)p + 1); }
static void *exits(void *p) {
  deep((long)p);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  void *x, *y;
  pthread_create(&a, NULL, returns, (void *)41L);
  pthread_create(&b, NULL, exits, (void *)3L);
  pthread_join(a, &x);
  pthread_join(b, &y);
  assert((long)x == 42 && (long)y == 77);
  return 0;
}
