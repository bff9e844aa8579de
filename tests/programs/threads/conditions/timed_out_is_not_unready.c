// A common mistake: a wait that timed out is taken to mean that nothing is ready.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=4 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *produces(void *arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec now = {0};
  int result = 0;
  pthread_create(&t, NULL, produces, NULL);
  pthread_mutex_lock(&m);
  while (!ready && result == 0) result = pthread_cond_timedwait(&c, &m, &now);
  if (result == ETIMEDOUT) assert(!ready); // FAIL-HERE: assert
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
