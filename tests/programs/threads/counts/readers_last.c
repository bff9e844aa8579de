// The same with the writer created last.
// ARGS: --strategy=dpor --tests=failures -- -DN=8
// VERDICT: safe
// RUNS: full=256 blocked=0
#include <pthread.h>
#ifndef N
#define N 8
#endif
static volatile int value, seen[N];
static void *reader(void *p) {
  seen[(long)p] = value;
  return NULL;
}
static void *writer(void *unused) {
  value = 1;
  return unused;
}
int main(void) {
  pthread_t t[N + 1];
  for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, reader, (void *)i);
  pthread_create(&t[N], NULL, writer, NULL);
  for (int i = 0; i <= N; i++) pthread_join(t[i], NULL);
  return 0;
}
