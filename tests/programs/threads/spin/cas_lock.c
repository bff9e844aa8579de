// A spin lock made from compare-and-exchange: an attempt that changes nothing waits for a change.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static int value;
static void *add(void *unused) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&lock, &expected, 1)) expected = 0;
  value++;
  atomic_store(&lock, 0);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2);
  return 0;
}
