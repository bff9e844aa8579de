// One of two equal threads waits for ever. Only if that is the second one does main come to the assertion behind the first join.
// VERDICT: unsafe
// FAILURE: deadlock 13
// FAILURE: assert 23
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t one;

static void *take(void *arg) {
  sem_wait(&one);
  return arg;
}

int main(void) {
  pthread_t first, second;
  sem_init(&one, 0, 1);
  pthread_create(&first, NULL, take, NULL);
  pthread_create(&second, NULL, take, NULL);
  pthread_join(first, NULL);
  assert(!"main gets here if the first thread was served");
  pthread_join(second, NULL);
  return 0;
}
