// A timed wait ends while another thread goes to wait: not before that one's wait, because it holds the mutex, but before its lock.
// ARGS: --strategy=dpor --check=assert,memory --tests=none
// VERDICT: safe
// RUNS: full=6 blocked=0
#include <pthread.h>
#include <time.h>
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct timespec soon;

static void *waits_a_while(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_cond_timedwait(&changed, &lock, &soon);
  pthread_mutex_unlock(&lock);
  x = 1;
  return arg;
}

static void *waits(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, waits_a_while, NULL);
  int seen = x;
  pthread_join(b, NULL);
  pthread_detach(a);
  return seen & 0;
}
