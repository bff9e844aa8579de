// Threads that share nothing: one trace, however many there are.
// ARGS: --strategy=dpor --tests=failures -- -DN=20
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif
static int cells[N];
static void *work(void *p) {
  long i = (long)p;
  for (int k = 0; k < 10; k++) cells[i] += k;
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < N; i++) assert(cells[i] == 45);
  return 0;
}
