// Who was woken needs the condition variable no more: main may end it, and its memory, before the waiter goes on.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *condition;
static int waiting, left;
static void *waits(void *unused) {
  struct timespec now = {0};
  pthread_mutex_lock(&mutex);
  waiting = 1;
  int result = pthread_cond_timedwait(condition, &mutex, &now);
  left = result != 0;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t t;
  condition = malloc(sizeof *condition);
  if (!condition) return 0;
  pthread_cond_init(condition, NULL);
  pthread_create(&t, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  int there = waiting && !left;
  pthread_cond_broadcast(condition);
  pthread_mutex_unlock(&mutex);
  if (!there) pthread_join(t, NULL);
  pthread_cond_destroy(condition);
  free(condition);
  if (there) pthread_join(t, NULL);
  return 0;
}
