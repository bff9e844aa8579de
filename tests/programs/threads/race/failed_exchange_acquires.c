// A compare-and-swap that fails acquires if its order for that case says so; relaxed, a fence behind it does.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// NATIVE: yes
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
  if (!atomic_compare_exchange_strong_explicit(&ready, &expected, 3, memory_order_relaxed, memory_order_acquire) && expected == 1)
    data++;
  pthread_join(t, NULL);
  atomic_init(&ready, 0);
  pthread_create(&t, NULL, writer, NULL);
  expected = 2;
  atomic_compare_exchange_strong_explicit(&ready, &expected, 3, memory_order_relaxed, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  if (expected == 1) data++;
  pthread_join(t, NULL);
  return 0;
}
