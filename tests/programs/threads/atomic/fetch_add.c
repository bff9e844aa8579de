// Atomic additions by n threads: n! traces, no update lost.
// ARGS: --strategy=dpor --tests=failures --check=+race -- -DN=4
// VERDICT: safe
// RUNS: full=24 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
static atomic_int value;
static void *add(void *unused) {
  atomic_fetch_add(&value, 1);
  return unused;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(value == N);
  return 0;
}
