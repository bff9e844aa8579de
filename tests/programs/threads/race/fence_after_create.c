// The new thread's own fence does not count for what its creator has read.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *publish(void *p) {
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return p;
}
static void *use(void *p) {
  atomic_thread_fence(memory_order_acquire);
  data++; // FAIL-HERE: race
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, publish, 0);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    pthread_create(&b, 0, use, 0);
    pthread_join(b, 0);
  }
  pthread_join(a, 0);
  return 0;
}
