// A flag that is atomic but relaxed orders nothing; the data behind it races.
// EACH: race --check=+race
// USE: ../replayed.steps
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *produce(void *p) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return p;
}
int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, 0, produce, 0);
  if (atomic_load_explicit(&ready, memory_order_acquire)) got = data;
  pthread_join(t, 0);
  return got == 1;
}
