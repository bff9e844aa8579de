// Who joins can be cancelled, and the thread that was waited for can still be joined.
// ARGS: --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static pthread_t worker, joiner;
static void *work(void *p) {
  sem_wait(&s);
  return p;
}
static void *join(void *p) {
  pthread_join(worker, NULL);
  return p;
}
int main(void) {
  void *result;
  sem_init(&s, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  assert(pthread_cancel(joiner) == 0);
  assert(pthread_join(joiner, &result) == 0 && result == PTHREAD_CANCELED);
  sem_post(&s);
  assert(pthread_join(worker, &result) == 0 && result == NULL);
  return 0;
}
