// The same under a third lock: opposite orders never meet.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=2 blocked=0
// NATIVE: yes
#include <pthread.h>
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *both(void *p) {
  long first = (long)p;
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[1 - first]);
  pthread_mutex_unlock(&lock[1 - first]);
  pthread_mutex_unlock(&lock[first]);
  pthread_mutex_unlock(&gate);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, both, (void *)0L);
  pthread_create(&b, NULL, both, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
