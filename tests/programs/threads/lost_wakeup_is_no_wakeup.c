// A thread that nobody signals stays asleep, whoever else takes the mutex meanwhile.
// ARGS: --strategy=dpor
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;
static void *f(void *p) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m); // FAIL-HERE: deadlock
  assert(0);
  return p;
}
static void *g(void *p) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  return 0;
}
