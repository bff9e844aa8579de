// One writer, n readers of one variable: 2^n traces.
// ARGS: --strategy=dpor --tests=failures -- -DN=8
// VERDICT: safe
// RUNS: full=256 blocked=0
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 8
#endif
static volatile int value;
static void *reader(void *unused) {
  int seen = value;
  assert(seen == 0 || seen == 1);
  return unused;
}
static void *writer(void *unused) {
  value = 1;
  return unused;
}
int main(void) {
  pthread_t t[N + 1];
  pthread_create(&t[N], NULL, writer, NULL);
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, reader, NULL);
  for (int i = 0; i <= N; i++) pthread_join(t[i], NULL);
  return 0;
}
