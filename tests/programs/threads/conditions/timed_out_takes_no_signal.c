// A signal that comes after a wait has timed out is for the other waiter, even while the first one has not got the mutex again.
// Both wait before the signal is sent, so that it is never lost.
// ARGS: --strategy=dpor
// VERDICT: safe
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t over;
static int waiting;

static void *waits_a_while(void *arg) {
  struct timespec now = {0};
  pthread_mutex_lock(&m);
  waiting++;
  int result = pthread_cond_timedwait(&c, &m, &now);
  pthread_mutex_unlock(&m);
  if (result == 0) pthread_cond_signal(&c); // passed on
  return arg;
}

static void *waits(void *arg) {
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  sem_post(&over);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&over, 0, 0);
  pthread_create(&a, NULL, waits_a_while, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_mutex_lock(&m);
  int both = waiting == 2;
  if (both) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  if (both) sem_wait(&over);
  else pthread_detach(b);
  pthread_join(a, NULL);
  if (both) pthread_join(b, NULL);
  return 0;
}
