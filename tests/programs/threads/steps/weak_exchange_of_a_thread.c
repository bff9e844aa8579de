// Which thread's attempt fails is part of the test.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic(void *) head;
static int tries;
static void *takes(void *p) {
  void *e = 0;
  int n = 1;
  while (!atomic_compare_exchange_weak_explicit(&head, &e, &tries, memory_order_acquire, memory_order_relaxed)) n++;
  tries = n;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, takes, 0);
  pthread_join(t, 0);
  assert(tries == 1); // FAIL-HERE: assert
  return 0;
}
