// Cancelled while it holds a mutex, without a handler that gives it back: the other thread waits for ever.
// ARGS: --tests=failures
// VERDICT: unsafe
// FAILURE: deadlock 19
// REPLAY: yes
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) {
  pthread_mutex_lock(&m);
  sleep(1);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
