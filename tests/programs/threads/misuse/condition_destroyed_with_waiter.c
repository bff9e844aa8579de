// Destroying a condition variable while somebody waits on it.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting;
static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  waiting = 1;
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  int there = waiting;
  pthread_mutex_unlock(&lock);
  if (there) pthread_cond_destroy(&changed); // FAIL-HERE: sync
  return 0;
}
