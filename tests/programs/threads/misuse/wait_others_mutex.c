// Waiting with a mutex that another thread holds.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *work(void *unused) {
  pthread_cond_wait(&changed, &lock); // FAIL-HERE: sync
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&lock);
  return 0;
}
