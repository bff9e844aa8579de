// The same recursion without the lock: the other thread's calls are counted too.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
static int calls;
static int fib(int n) {
  calls++;
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static void *work(void *unused) {
  fib(1);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  fib(2);
  int seen = calls;
  assert(seen <= 3); // FAIL-HERE: assert
  pthread_join(a, NULL);
  return 0;
}
