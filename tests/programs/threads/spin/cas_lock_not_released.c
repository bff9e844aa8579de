// It is not released on one way out.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static int value;
static void *add(void *unused) {
  int expected;
  do expected = 0; while (!atomic_compare_exchange_strong(&lock, &expected, 1)); // FAIL-HERE: deadlock
  if (value++ == 1) return unused;
  atomic_store(&lock, 0);
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
