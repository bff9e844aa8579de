// What is written before the barrier is seen behind it; the order within a phase is open.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t b;
static int slot[2], order, last;
static void *worker(void *p) {
  int me = *(int *)p;
  slot[me] = me + 1;
  pthread_barrier_wait(&b);
  assert(slot[1 - me] == 2 - me);
  last = me;
  pthread_barrier_wait(&b);
  order += me;
  return p;
}
int main(void) {
  pthread_t t[2];
  int numbers[2] = {0, 1};
  pthread_barrier_init(&b, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  pthread_barrier_destroy(&b);
  assert(last == 1);
  return 0;
}
