// The request may come before the thread has taken what it waits for, or behind that.
// ARGS: --tests=failures
// VERDICT: unsafe
// FAILURE: assert 25
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int got;
static void *work(void *p) {
  sem_wait(&s);
  got = 1;
  sem_wait(&s);
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  sem_post(&s);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(got);
  return 0;
}
