// The thread in the middle has its two fences in the wrong order: what it received is not part of what it passes on.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int first, second;
static void *begin(void *p) {
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&first, 1, memory_order_relaxed);
  return p;
}
static void *pass_on(void *p) {
  if (!atomic_load_explicit(&first, memory_order_relaxed)) return p;
  atomic_thread_fence(memory_order_release);
  atomic_thread_fence(memory_order_acquire);
  atomic_store_explicit(&second, 1, memory_order_relaxed);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, begin, 0);
  pthread_create(&b, 0, pass_on, 0);
  if (atomic_load_explicit(&second, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    data++; // FAIL-HERE: race
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
