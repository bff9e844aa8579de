// A thread that waits on a condition variable is cancelled: it holds the mutex again when its handler runs.
// ARGS: --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int cleaned;
static void clean(void *p) {
  cleaned = 1;
  assert(pthread_mutex_unlock(p) == 0);
}
static void *work(void *p) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean, &m);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, work, NULL);
  assert(pthread_cancel(t) == 0);
  assert(pthread_join(t, &result) == 0);
  assert(result == PTHREAD_CANCELED && cleaned);
  assert(pthread_mutex_trylock(&m) == 0);
  return 0;
}
