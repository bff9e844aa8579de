// Two threads with n writes each to one variable: (2n)! / n!^2 traces.
// ARGS: --strategy=dpor --tests=failures -- -DN=5
// VERDICT: safe
// RUNS: full=252 blocked=0
#include <pthread.h>
#ifndef N
#define N 5
#endif
static volatile int value;
static void *writer(void *unused) {
  for (int i = 0; i < N; i++) value = i;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
