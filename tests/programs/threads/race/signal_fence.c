// A signal fence is for a signal handler of the same thread: other threads are not ordered by it.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *writer(void *unused) {
  data = 42;
  atomic_signal_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (atomic_load_explicit(&ready, memory_order_acquire)) data++; // FAIL-HERE: race
  pthread_join(t, NULL);
  return 0;
}
