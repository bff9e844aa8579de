// A semaphore of two lets both threads in.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static volatile int inside;
static void *worker(void *p) {
  sem_wait(&s);
  inside = inside + 1;
  assert(inside < 2);
  inside = inside - 1;
  sem_post(&s);
  return p;
}
int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  int value;
  sem_getvalue(&s, &value);
  assert(value == 2);
  sem_destroy(&s);
  return 0;
}
