// Without the turn both may wait for each other for ever.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2];
static void *enter(void *p) {
  int self = (int)(long)p;
  atomic_store(&wants[self], 1);
  while (atomic_load(&wants[1 - self])); // FAIL-HERE: deadlock
  atomic_store(&wants[self], 0);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0L);
  pthread_create(&b, NULL, enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
