// A read-modify-write of another thread goes on with what was released before: who acquires its value sees the data.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int state;
static void *produce(void *p) {
  data = 1;
  atomic_store_explicit(&state, 1, memory_order_release);
  return p;
}
static void *pass_on(void *p) {
  int one = 1;
  atomic_compare_exchange_strong_explicit(&state, &one, 2, memory_order_release, memory_order_relaxed);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, produce, 0);
  pthread_create(&b, 0, pass_on, 0);
  if (atomic_load_explicit(&state, memory_order_acquire) == 2) data = 2;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
