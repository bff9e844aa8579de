// The time of a wait is over while another thread holds the mutex: the signal that comes then finds nobody, but what it announces is there
// when the wait gets the mutex again.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=3 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;

static void *announces(void *arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec now = {0};
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, announces, NULL);
  int result = pthread_cond_timedwait(&c, &m, &now), seen = flag;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(!(result == 0 && !seen));
  assert(!(result == ETIMEDOUT && seen)); // FAIL-HERE: assert
  return 0;
}
