// A timed wait may end before or after a signal that is given without the mutex.
// ARGS: --strategy=dpor
// VERDICT: unsafe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *f(void *p) {
  struct timespec soon = {0};
  pthread_mutex_lock(&m);
  int r = pthread_cond_timedwait(&c, &m, &soon);
  pthread_mutex_unlock(&m);
  assert(r != 0);         // FAIL-HERE: assert
  assert(r != ETIMEDOUT); // FAIL-HERE: assert
  return p;
}
static void *g(void *p) {
  pthread_cond_signal(&c);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
