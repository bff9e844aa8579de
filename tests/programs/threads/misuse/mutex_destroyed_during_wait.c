// The mutex is free while its owner waits, but the wait will want it again.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting;
static void *waits(void *unused) {
  pthread_mutex_lock(&mutex);
  waiting = 1;
  pthread_cond_wait(&condition, &mutex); // FAIL-HERE: sync
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  int there = waiting;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  if (there) pthread_mutex_destroy(&mutex); // FAIL-HERE: sync
  pthread_detach(t);
  return 0;
}
