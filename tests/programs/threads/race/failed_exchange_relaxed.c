// A compare-and-swap that fails has an order of its own: here none.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *writer(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t t;
  int expected = 2;
  pthread_create(&t, NULL, writer, NULL);
  atomic_compare_exchange_strong_explicit(&ready, &expected, 3, memory_order_acq_rel, memory_order_relaxed);
  if (expected == 1) data++; // FAIL-HERE: race
  pthread_join(t, NULL);
  return 0;
}
