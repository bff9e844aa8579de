// Main ends the objects while another thread is about to use them, waits for them, or has not come to it yet.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static pthread_barrier_t barrier;
static void *waits(void *unused) {
  sem_wait(&semaphore); // FAIL-HERE: sync
  return unused;
}
static void *arrives(void *unused) {
  pthread_barrier_wait(&barrier); // FAIL-HERE: sync
  return unused;
}
int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, arrives, NULL);
  sem_destroy(&semaphore);
  pthread_barrier_destroy(&barrier); // FAIL-HERE: sync
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
