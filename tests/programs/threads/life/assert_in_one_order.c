// Of all orders of three threads only one fails.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// RUNS: full=6 blocked=0
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;
static void *work(void *p) {
  pthread_mutex_lock(&lock);
  order = order * 10 + (int)(long)p;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(order != 312); // FAIL-HERE: assert
  return 0;
}
