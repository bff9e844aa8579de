// A relaxed store of another thread ends the release sequence: who reads its value is not ordered with the data.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int state;
static void *produce(void *p) {
  data = 1;
  atomic_store_explicit(&state, 1, memory_order_release);
  return p;
}
static void *overwrite(void *p) {
  if (atomic_load_explicit(&state, memory_order_relaxed) == 1) atomic_store_explicit(&state, 2, memory_order_relaxed);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, produce, 0);
  pthread_create(&b, 0, overwrite, 0);
  if (atomic_load_explicit(&state, memory_order_acquire) == 2) data = 2; // FAIL-HERE: race
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
