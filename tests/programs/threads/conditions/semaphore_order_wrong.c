// It begins with 1: the second thread does not wait.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t done;
static int value;
static void *first(void *unused) {
  value = 42;
  sem_post(&done);
  return unused;
}
int main(void) {
  pthread_t t;
  sem_init(&done, 0, 1);
  pthread_create(&t, NULL, first, NULL);
  sem_wait(&done);
  assert(value == 42); // FAIL-HERE: assert
  pthread_join(t, NULL);
  return 0;
}
