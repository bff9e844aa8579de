// A thread that was joined cannot be cancelled. One that nobody cancels may wait for ever.
// ARGS: --tests=failures
// VERDICT: unsafe
// FAILURE: sync 26 joined already
// FAILURE: deadlock 28
// REPLAY: yes
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *work(void *p) {
  sem_wait(&s);
  return p;
}
int main(void) {
  pthread_t t, other;
  char which;
  heddle_symbolic(&which, sizeof which, "which");
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  pthread_create(&other, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  if (which) {
    sem_post(&s);
    pthread_cancel(t);
  }
  pthread_join(other, NULL);
  return 0;
}
