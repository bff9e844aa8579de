// Dining philosophers: each takes the left fork, then the right one. With all left forks taken, nobody goes on.
// ARGS: --strategy=dpor --tests=failures -- -DN=3
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#include <pthread.h>
#ifndef N
#define N 3
#endif
static pthread_mutex_t forks[N];
static void *philosopher(void *p) {
  long left = (long)p, right = (left + 1) % N;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]); // FAIL-HERE: deadlock
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
