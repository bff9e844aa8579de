// Five philosophers: a hunt finds the deadlock.
// VERDICT: unsafe
// ARGS: --hunt-only --stop-at-first --seed=3 --max-runs=20000
// FAILURE: deadlock 14
// REASON: stopped at the first failure
// REASON: hunting only
#include <pthread.h>
enum { MANY = 5 };
static pthread_mutex_t fork[MANY];
static int place[MANY];
static void *philosopher(void *own) {
  int i = *(int *)own;
  pthread_mutex_lock(&fork[i]);
  pthread_mutex_lock(&fork[(i + 1) % MANY]);
  pthread_mutex_unlock(&fork[(i + 1) % MANY]);
  pthread_mutex_unlock(&fork[i]);
  return NULL;
}
int main(void) {
  pthread_t t[MANY];
  for (int i = 0; i < MANY; i++) pthread_mutex_init(&fork[i], NULL);
  for (int i = 0; i < MANY; i++) {
    place[i] = i;
    pthread_create(&t[i], NULL, philosopher, &place[i]);
  }
  for (int i = 0; i < MANY; i++) pthread_join(t[i], NULL);
  return 0;
}
