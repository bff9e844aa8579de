// Peterson's algorithm that really waits, with sequentially consistent atomics.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], turn;
static int value;
static void *add(void *p) {
  int self = (int)(long)p, other = 1 - self;
  atomic_store(&wants[self], 1);
  atomic_store(&turn, other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
    ;
  value++;
  atomic_store(&wants[self], 0);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, (void *)0L);
  pthread_create(&b, NULL, add, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2);
  return 0;
}
