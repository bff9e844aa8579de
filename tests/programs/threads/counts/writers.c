// n writers of one variable: n! traces.
// ARGS: --strategy=dpor --tests=failures -- -DN=5
// VERDICT: safe
// RUNS: full=120 blocked=0
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif
static volatile int last;
static void *writer(void *p) {
  last = (int)(long)p;
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, writer, (void *)(i + 1));
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(last >= 1 && last <= N);
  return 0;
}
