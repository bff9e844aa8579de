// 4,096 threads that are there at the same time. There are far too many orders of them for a proof.
// ARGS: --tests=none --hunt-only --max-runs=1
// VERDICT: incomplete
// REASON: limit of 1 runs
// REASON: hunting only
#include <assert.h>
#include <pthread.h>
enum { THREADS = 4096 };
static pthread_t t[THREADS];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *p) {
  pthread_mutex_lock(&m);
  count += *(int *)p;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  int one = 1;
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, &one);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  assert(count == THREADS);
  return 0;
}
