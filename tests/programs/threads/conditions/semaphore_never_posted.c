// Nobody posts.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
#include <semaphore.h>
static sem_t done;
static void *work(void *unused) {
  sem_wait(&done); // FAIL-HERE: deadlock
  return unused;
}
int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
