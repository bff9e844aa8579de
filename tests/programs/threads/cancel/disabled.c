// A thread that does not let itself be cancelled goes on until it does; the request is kept.
// ARGS: --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ready, go;
static int worked;
static void *work(void *p) {
  int old = 5;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  sem_post(&ready);
  sem_wait(&go);
  pthread_testcancel();
  worked = 1;
  assert(pthread_setcancelstate(7, NULL) == EINVAL && pthread_setcanceltype(7, NULL) == EINVAL);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  worked = 2;
  pthread_testcancel();
  worked = 3;
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  sem_init(&ready, 0, 0);
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  sem_wait(&ready);
  assert(pthread_cancel(t) == 0);
  assert(pthread_cancel(t) == 0);
  sem_post(&go);
  assert(pthread_join(t, &result) == 0);
  assert(result == PTHREAD_CANCELED && worked == 2);
  return 0;
}
