// Taking the fork with the smaller number first: they all eat.
// ARGS: --strategy=dpor --tests=failures -- -DN=3
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 3
#endif
static pthread_mutex_t forks[N];
static int eaten[N];
static void *philosopher(void *p) {
  long self = (long)p, next = (self + 1) % N, low = self < next ? self : next, high = self + next - low;
  pthread_mutex_lock(&forks[low]);
  pthread_mutex_lock(&forks[high]);
  eaten[self]++;
  pthread_mutex_unlock(&forks[high]);
  pthread_mutex_unlock(&forks[low]);
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < N; i++) assert(eaten[i] == 1);
  return 0;
}
