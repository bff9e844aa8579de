// The flag is tested without the mutex: the signal may come before the wait.
// EACH: deadlock
// USE: ../replayed.steps
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int ready;
static void *producer(void *p) {
  ready = 1;
  pthread_cond_signal(&c);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  if (!ready) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, 0);
  return 0;
}
