// Recursion inside a critical section: the whole computation is one step for the others.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=2 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls;
static int fib(int n) {
  calls++;
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static void *work(void *n) {
  pthread_mutex_lock(&lock);
  int before = calls, result = fib((int)(long)n);
  int used = calls - before;
  assert(used == 2 * fib((int)(long)n + 1) - 1);
  pthread_mutex_unlock(&lock);
  return (void *)(long)result;
}
int main(void) {
  pthread_t a, b;
  void *x, *y;
  pthread_create(&a, NULL, work, (void *)5L);
  pthread_create(&b, NULL, work, (void *)6L);
  pthread_join(a, &x);
  pthread_join(b, &y);
  assert((long)x == 5 && (long)y == 8);
  return 0;
}
