// A semaphore is read as plain memory: that does not know in which state it met it, and comes before and after the other thread's operation.
// ARGS: --strategy=dpor --tests=failures --check=assert,memory
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
static sem_t semaphore;
static int seen;
static void *takes(void *unused) {
  sem_wait(&semaphore);
  return unused;
}
static void *copies(void *unused) {
  memcpy(&seen, &semaphore, sizeof seen);
  return unused;
}
int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, NULL, takes, NULL);
  pthread_create(&b, NULL, copies, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen != 0); // FAIL-HERE: assert
  return 0;
}
