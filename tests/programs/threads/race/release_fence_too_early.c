// What is written behind the release fence is not part of what it publishes, what is written before it is.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
#include <stdatomic.h>
static int early, late;
static atomic_int ready;
static void *writer(void *unused) {
  early = 1;
  atomic_thread_fence(memory_order_release);
  late = 1;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (atomic_load_explicit(&ready, memory_order_acquire)) {
    early++;
    late++; // FAIL-HERE: race
  }
  pthread_join(t, NULL);
  return 0;
}
